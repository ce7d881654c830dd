import { Lock } from 'lucide-react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import { BankFindings, useBankCheck } from './bank-findings.tsx';
import { ChosenBank } from './chosen-bank.tsx';
import { DailyReconciliation } from './daily-reconciliation.tsx';
import { LastNotice } from './last-notice.tsx';
import { MoveToScreen } from './move-to-screen.tsx';
import { RealBankSteps } from './real-bank-steps.tsx';
import { TestCharge } from './test-charge.tsx';
import { WebhookAddress } from './webhook-address.tsx';

/** The bank is typed here, unless the environment says it. */
export function Payments({ bank }: { bank: BankDescription }) {
  if (!bank.isGiven) return <ChosenBank bank={bank} stranded={<Stranded accounts={bank.stranded} />} />;
  return (
    <TitledSection id="payments" title="Pagamentos">
      <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          O banco é definido no servidor (<code className="code text-foreground">PAYMENT_PROVIDER</code>), e essa linha
          ganha da tela.{!bank.move && ' Para escolher e trocar nesta tela, tire-a de lá.'}
        </span>
      </p>
      {bank.move && <MoveToScreen move={bank.move} />}
      <Stranded accounts={bank.stranded} />
      {bank.provider === 'sandbox' ? <TestBank siteUrl={bank.siteUrl} /> : <RealBank bank={bank} />}
    </TitledSection>
  );
}

function Stranded({ accounts }: { accounts: BankDescription['stranded'] }) {
  return accounts.map((account) => <StrandedAccount key={account.name} {...account} />);
}

/** These purchases are open at an account that is no longer configured. */
function StrandedAccount({ name, purchases }: BankDescription['stranded'][number]) {
  return (
    <Notice
      className="mt-3"
      tone="warning"
      title={`${countText(purchases, 'compra aberta', 'compras abertas')} em ${name}`}
    >
      Esta conta não está mais configurada, e a loja não sabe se o dinheiro chegou. Guarde as linhas que ela tinha num
      arquivo e informe-o em FORMER_BANKS no servidor, ou resolva cada compra em{' '}
      <a href="/admin/sales" className="link">
        Vendas
      </a>
      .
    </Notice>
  );
}

function ChangeBank({ siteUrl }: { siteUrl: string }) {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-sm font-semibold">Trocar de banco ou de credencial</h3>
      <p className="mt-1 text-sm text-muted">
        Nesta loja o banco se troca no servidor. Para vendas ainda abertas, guarde antes as linhas do banco de agora num
        arquivo e informe o lugar dele em <code className="code text-foreground">FORMER_BANKS</code>.
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
        Nesta loja as credenciais do banco ficam só no servidor. São três passos; se outra pessoa cuida do servidor,
        mande a ela esta página.
      </p>
      <RealBankSteps siteUrl={siteUrl} />
    </div>
  );
}

function RealBank({ bank: { provider, bankName, siteUrl, lastNoticeAt, isTestPaid } }: { bank: BankDescription }) {
  const check = useBankCheck(true);
  return (
    <>
      <BankFindings provider={provider} check={check}>
        <p className="text-sm text-muted">
          Banco: <strong className="font-semibold text-foreground">{bankName}</strong>
        </p>
      </BankFindings>
      <div className="mt-6 border-t border-line pt-5">
        <TestCharge isPaid={isTestPaid} />
      </div>
      <WebhookAddress provider={provider} siteUrl={siteUrl} />
      <LastNotice at={lastNoticeAt} />
      <div className="mt-6 border-t border-line pt-5">
        <DailyReconciliation />
      </div>
      <ChangeBank siteUrl={siteUrl} />
    </>
  );
}
