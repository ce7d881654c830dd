import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import type { PixCharge } from '#src/wire/purchases/purchases.ts';
import { Spinner } from '../../ui/states/spinner.tsx';

type Act = 'pay' | 'reject' | 'expire';

type Props = { charge: PixCharge; onNews: () => Promise<void> };

/** The buttons post to the purchase page without scripts. */
export function SandboxBank({ charge, onNews }: Props) {
  const [running, setRunning] = useState<Act | null>(null);

  async function simulate(act: Act): Promise<void> {
    if (running) return;
    setRunning(act);
    try {
      await api.post(`/api/sandbox/pix/${charge.transactionId}/${act}`, {});
      await onNews();
    } catch (error) {
      showToast({ tone: 'danger', title: 'Erro ao simular', description: sentenceOf(error) });
    } finally {
      setRunning(null);
    }
  }

  function button(act: Act, label: string) {
    return (
      <button
        type="submit"
        name="act"
        value={act}
        onClick={(event) => {
          event.preventDefault();
          void simulate(act);
        }}
        className="button-2"
      >
        {running === act && <Spinner className="size-4" />}
        {label}
      </button>
    );
  }

  return (
    <form
      method="post"
      action={`/purchase/success/${charge.purchaseId}`}
      aria-label="Banco de teste"
      className="rounded-card border border-outline border-dashed p-4"
    >
      <input type="hidden" name="intent" value="simulate" />
      <p className="flex gap-2 text-[.9375rem]">
        <FlaskConical aria-hidden className="mt-0.5 size-4.5 shrink-0 text-link" />
        <span>
          <strong>Banco de teste.</strong> Nenhum pagamento é real: os botões fazem o que o seu banco faria.
        </span>
      </p>
      <div className="mt-3">{button('pay', 'Simular pagamento')}</div>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-[.9375rem] text-muted underline underline-offset-4">
          Outros resultados
        </summary>
        <div className="mt-1 actions">
          {button('reject', 'Simular recusa')}
          {button('expire', 'Simular expiração')}
        </div>
      </details>
    </form>
  );
}
