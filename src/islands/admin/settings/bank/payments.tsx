import { RefreshCw } from 'lucide-react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { BankSetup } from '#src/wire/payments/bank.ts';
import { PIX_PROVIDERS, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import { BANK_PATH } from './bank-paths.ts';
import { DailyReconciliation } from './daily-reconciliation.tsx';
import { RealBankSteps } from './real-bank-steps.tsx';
import { SetupFindings } from './setup-findings.tsx';
import { TestCharge } from './test-charge.tsx';
import { WebhookAddress } from './webhook-address.tsx';

type Stranded = { name: string; purchases: number };
type Props = {
  provider: ProviderName;
  bankName: string;
  siteUrl: string;
  stranded: Stranded[];
  /** It is null where no webhook arrived within two months. */
  lastNoticeAt: string | null;
};

export function Payments(props: Props) {
  return (
    <section aria-labelledby="payments" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <h2 id="payments" className="text-base">
        Pagamentos
      </h2>
      {props.stranded.map((account) => (
        <StrandedAccount key={account.name} {...account} />
      ))}
      {props.provider === 'sandbox' ? <TestBank siteUrl={props.siteUrl} /> : <RealBank {...props} />}
    </section>
  );
}

/** These purchases are open at an account that is no longer configured. */
function StrandedAccount({ name, purchases }: Stranded) {
  return (
    <div className="mt-3">
      <Notice tone="warning" title={`${countText(purchases, 'compra aberta', 'compras abertas')} em ${name}`}>
        Esta conta não está mais configurada, e a loja não sabe se o dinheiro chegou. Guarde as linhas que ela tinha num
        arquivo e informe-o em FORMER_BANKS no servidor, ou resolva cada compra em{' '}
        <a href="/admin/sales" className="text-link underline underline-offset-4">
          Vendas
        </a>
        .
      </Notice>
    </div>
  );
}

function LastNotice({ at }: { at: string | null }) {
  return (
    <p className="mt-2 text-sm text-muted tabular-nums">
      {at ? (
        <>
          Último aviso recebido: <strong className="font-semibold text-foreground">{formatDayTime(at)}</strong>.
        </>
      ) : (
        'Nenhum aviso chegou nos últimos 60 dias. Sem avisos, a loja descobre os pagamentos perguntando ao banco, com atraso.'
      )}
    </p>
  );
}

/** Nothing here can be typed: a backup of the database, or a stolen session, must not hold the bank's keys. */
function ChangeBank({ siteUrl }: { siteUrl: string }) {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-sm font-semibold">Trocar de banco ou de credencial</h3>
      <p className="mt-1 text-sm text-muted">
        O banco e os segredos dele ficam só no servidor, fora do banco de dados e dos backups. Para vendas ainda
        abertas, guarde antes as linhas do banco de agora num arquivo e informe o lugar dele em{' '}
        <code className="code text-foreground">FORMER_BANKS</code>.
      </p>
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-medium">Ver o passo a passo</summary>
        <RealBankSteps siteUrl={siteUrl} />
      </details>
    </div>
  );
}

function TestBank({ siteUrl }: { siteUrl: string }) {
  return (
    <div className="mt-3">
      <Notice tone="warning" title="Esta loja usa o banco de teste">
        Nenhum pagamento é real: quem compra só simula o Pix. Tudo o mais funciona como numa venda de verdade, e serve
        para experimentar.
      </Notice>
      <h3 className="mt-6 text-sm font-semibold">Receber de verdade</h3>
      <p className="mt-1 text-sm text-muted">
        As credenciais do banco ficam só no servidor, fora do banco de dados e dos backups, por isso não se digitam
        aqui. São três passos; se outra pessoa cuida do servidor, mande a ela esta página.
      </p>
      <RealBankSteps siteUrl={siteUrl} />
    </div>
  );
}

function RealBank({ provider, bankName, siteUrl, lastNoticeAt }: Props) {
  const { data: setup, isError, isFetching, refetch } = useRead<BankSetup>(BANK_PATH);
  const scheduleNextPoll = () => void refetch();
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
          onClick={scheduleNextPoll}
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
            onRetry={scheduleNextPoll}
          />
        </div>
      )}
      {(setup || !isError) && (
        <SetupFindings
          findings={setup?.findings}
          isStale={isFetching}
          expected={PIX_PROVIDERS[provider].inspectedParts}
        />
      )}
      <TestCharge />
      <WebhookAddress provider={provider} siteUrl={siteUrl} />
      <LastNotice at={lastNoticeAt} />
      <DailyReconciliation />
      <ChangeBank siteUrl={siteUrl} />
    </>
  );
}
