import { RefreshCw } from 'lucide-react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { Notice } from '#src/islands/ui/notice.tsx';
import type { BankSetup } from '#src/wire/bank.ts';
import { BANK_PATH } from './bank-paths.ts';
import { Findings } from './findings.tsx';
import { NoticeAddress } from './notice-address.tsx';
import { TestCharge } from './test-charge.tsx';

type Props = { provider: string; bankName: string; siteUrl: string };

/** Which bank takes the money, whether everything about it is right, and a real payment to try it with. */
export function Payments(props: Props) {
  return (
    <section
      aria-labelledby="payments"
      className="mt-4 max-w-2xl rounded-card border border-line bg-surface p-4 lg:p-6"
    >
      <h2 id="payments" className="text-base">
        Pagamentos
      </h2>
      {props.provider === 'sandbox' ? <TestBank /> : <RealBank {...props} />}
    </section>
  );
}

function TestBank() {
  return (
    <div className="mt-3">
      <Notice tone="warning" title="Esta loja usa o banco de teste">
        Nenhum pagamento é real: quem compra só simula o Pix. Para receber de verdade, defina PAYMENT_PROVIDER no
        servidor como mercadopago ou pix, com as credenciais do seu banco, e reinicie a loja.
      </Notice>
    </div>
  );
}

function RealBank({ provider, bankName, siteUrl }: Props) {
  // Asked for as the screen opens, and whenever the owner wants.
  const { data: setup, isError, isFetching, refetch } = useRead<BankSetup>(BANK_PATH);
  const lookAgain = () => void refetch();
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-sm text-muted">
          Banco: <strong className="font-semibold text-foreground">{bankName}</strong>
        </p>
        <Button
          variant="secondary"
          size="small"
          icon={RefreshCw}
          isBusy={isFetching}
          busyLabel="Conferindo..."
          onClick={lookAgain}
        >
          Conferir de novo
        </Button>
      </div>
      {isError && (
        <div className="mt-4">
          <FailedState
            title="Erro ao conferir o banco"
            text={setup && 'A lista abaixo é da última conferência. Confira sua conexão e tente de novo.'}
            isTrying={isFetching}
            onRetry={lookAgain}
          />
        </div>
      )}
      {(setup || !isError) && (
        <Findings findings={setup?.findings} isStale={isFetching} expected={provider === 'pix' ? 5 : 4} />
      )}
      <NoticeAddress provider={provider} siteUrl={siteUrl} />
      <TestCharge />
    </>
  );
}
