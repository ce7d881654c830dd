import { MonitorSmartphone } from 'lucide-react';
import { OPENING_MINUTES, OPENING_PATH } from '#src/wire/buyers/opening-codes.ts';

type Props = {
  purchaseId: string;
  /** It is the shop's, as it is typed: `loja.com`. */
  host: string;
  /** It is drawn for the form that was just posted. */
  code?: string | undefined;
};

/** A phone can install nothing. The page takes this plain form as `intent=opening-code`. */
export function OpenOnComputer({ purchaseId, host, code }: Props) {
  return (
    <section
      id="no-computador"
      className="hidden scroll-mt-4 rounded-panel border border-line bg-surface p-5 sm:p-7 pointer-coarse:block"
    >
      <h2 className="flex items-center gap-2.5 text-title-3">
        <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
        Abra no computador
      </h2>
      {code ? (
        <>
          <dl className="mt-4 grid gap-3">
            <div>
              <dt className="text-muted text-sm">No navegador do computador, abra</dt>
              <dd className="code mt-1 text-lg">
                {host}
                {OPENING_PATH}
              </dd>
            </div>
            <div>
              <dt className="text-muted text-sm">e digite o código</dt>
              <dd className="code mt-1 whitespace-nowrap text-title-2">{code}</dd>
            </div>
          </dl>
          <p className="mt-3 text-muted text-sm">
            Vale {OPENING_MINUTES} minutos e uma vez só, e abre apenas esta compra.
          </p>
        </>
      ) : (
        <p className="mt-2 max-w-[60ch] text-muted">
          O plugin é instalado no computador. Com um endereço curto e um código, esta compra abre lá sem digitar o
          e-mail.
        </p>
      )}
      <form method="post" action={`/purchase/success/${purchaseId}#no-computador`} className="mt-4">
        <input type="hidden" name="intent" value="opening-code" />
        <button type="submit" className={code ? 'button-2' : 'button-1 min-h-13 w-full text-base'}>
          {code ? 'Gerar outro código' : 'Mostrar o código'}
        </button>
      </form>
    </section>
  );
}
