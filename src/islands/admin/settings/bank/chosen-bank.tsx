import { Landmark, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { BankDescription, ShownBankField } from '#src/wire/payments/bank.ts';
import { type BankField, type BankFieldName, fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { BankFindings, useBankCheck } from './bank-findings.tsx';
import { DailyReconciliation } from './daily-reconciliation.tsx';
import { FormerBanks } from './former-banks.tsx';
import { LastNotice } from './last-notice.tsx';
import { RegisterWebhook } from './register-webhook.tsx';
import { TestCharge } from './test-charge.tsx';
import { WebhookAddress } from './webhook-address.tsx';

const loadForm = async () => (await import('./bank-form-dialog.tsx')).BankFormDialog;
const BankFormDialog = lazyDialog(loadForm);

/** `only` names the fields that change; null stands for another bank. */
type Asked = { only: readonly BankFieldName[] | null };

export function ChosenBank({ bank, stranded }: { bank: BankDescription; stranded: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useFirstTouch(loadForm);
  const isReal = bank.provider !== 'sandbox';
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        <PresentBank bank={bank} onChange={(only) => setAsked({ only })}>
          {stranded}
        </PresentBank>
        {isReal && !bank.isUnreadable && (
          <Card title="Cobrança de teste" isPlain>
            <TestCharge isPaid={bank.isTestPaid} />
          </Card>
        )}
      </div>
      <div className="grid min-w-0 gap-4">
        <Card title={isReal ? 'Trocar de banco' : 'Receber de verdade'}>
          <p className="mt-1 text-sm text-muted">
            O novo vale na hora, sem parar a loja. Quem já gerou um Pix continua atendido pelo banco antigo.
          </p>
          <div className="mt-3">
            <Button variant={isReal ? 'secondary' : 'primary'} isWide onClick={() => setAsked({ only: null })}>
              {isReal ? 'Trocar de banco' : 'Escolher o banco'}
            </Button>
          </div>
        </Card>
        {bank.former.length > 0 && (
          <Card title="Ainda atendido">
            <FormerBanks banks={bank.former} />
          </Card>
        )}
        {isReal && !bank.isUnreadable && (
          <Card title="Conferência diária" isPlain>
            <DailyReconciliation />
          </Card>
        )}
      </div>
      {asked && <BankFormDialog bank={bank} only={asked.only} onClose={() => setAsked(null)} />}
    </div>
  );
}

type PresentProps = { bank: BankDescription; onChange: (only: readonly BankFieldName[]) => void; children: ReactNode };

function PresentBank({ bank, onChange, children }: PresentProps) {
  const isReal = bank.provider !== 'sandbox';
  const check = useBankCheck(isReal && !bank.isUnreadable);
  return (
    <section aria-labelledby="payments" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      {isReal && !bank.isUnreadable ? (
        <BankFindings provider={bank.provider} check={check}>
          <Heading bank={bank} />
        </BankFindings>
      ) : (
        <Heading bank={bank} />
      )}
      {!isReal && (
        <Notice className="mt-4" tone="warning" title="Banco de testes: nenhum pagamento é real">
          Quem compra só simula o Pix, e leva o produto sem pagar. Tudo o mais funciona como numa venda de verdade.
        </Notice>
      )}
      {bank.isUnreadable && (
        <Notice className="mt-4" tone="danger" title="Os segredos do banco não podem ser lidos">
          A chave que os cifra não é mais a mesma, e a loja não aceita pedidos até que você os digite de novo. Traga o
          arquivo da chave de volta e reinicie a loja, ou escolha o banco outra vez.
        </Notice>
      )}
      {children}
      {bank.fields.length > 0 && <Fields bank={bank} onChange={onChange} />}
      {isReal && !bank.isUnreadable && (
        <>
          <WebhookAddress provider={bank.provider} siteUrl={bank.siteUrl}>
            <RegisterWebhook onRegistered={check.ask} />
          </WebhookAddress>
          <LastNotice at={bank.lastNoticeAt} />
        </>
      )}
      <p className="mt-5 flex items-start gap-2 border-t border-line pt-4 text-table text-muted">
        <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        Segredos cifrados neste servidor. Para mudar algo, a loja pede sua senha de novo.
      </p>
    </section>
  );
}

function Heading({ bank: { bankName, provider, isUnreadable, chosen } }: { bank: BankDescription }) {
  const since = chosen
    ? `desde ${formatDay(chosen.at)}${chosen.by ? `, por ${chosen.by}` : ''}`
    : 'em uso até você escolher o seu';
  return (
    <div className="flex min-w-0 items-center gap-3.5">
      <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-card bg-raised">
        <Landmark className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 id="payments" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
          {bankName}
          {isUnreadable ? (
            <Badge tone="danger">Parado</Badge>
          ) : provider === 'sandbox' ? (
            <Badge tone="warning">De teste</Badge>
          ) : (
            <Badge tone="success">Recebendo</Badge>
          )}
        </h2>
        <p className="text-sm text-muted">{since}</p>
      </div>
    </div>
  );
}

function Fields({ bank, onChange }: Pick<PresentProps, 'bank' | 'onChange'>) {
  const rows = new Map<string, BankField>(fieldsOf(bank.provider));
  return (
    <dl className="mt-5 divide-y divide-line border-t border-line text-sm">
      <Row label="Conta">{bank.accountName}</Row>
      {bank.fields.map((shown) => {
        const label = rows.get(shown.name)?.label ?? shown.name;
        return (
          <Row
            key={shown.name}
            label={label}
            action={
              <button
                type="button"
                aria-label={`${wordOf(shown)}: ${label}`}
                onClick={() => onChange(togetherWith(shown.name))}
                className="min-h-9 shrink-0 text-link underline-offset-4 hover:underline"
              >
                {wordOf(shown)}
              </button>
            }
          >
            <span className={shown.text === null ? 'text-muted' : ''}>{shown.text ?? 'não informado'}</span>{' '}
            {shown.code !== null && <code className="code wrap-anywhere">{shown.code}</code>}
          </Row>
        );
      })}
    </dl>
  );
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-10 items-center gap-3 py-2 sm:flex">
      <dt className="shrink-0 text-muted sm:w-32">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{children}</span>
        {action}
      </dd>
    </div>
  );
}

function wordOf({ text }: ShownBankField): string {
  return text === null ? 'Informar' : 'Trocar';
}

/** A certificate, its key and its password belong to each other. */
function togetherWith(name: BankFieldName): readonly BankFieldName[] {
  return CERTIFICATE.includes(name) ? CERTIFICATE : [name];
}

const CERTIFICATE: readonly BankFieldName[] = ['certificate', 'certificateKey', 'certificatePassphrase'];

/** `isPlain`: what is in it has a heading of its own. */
function Card({ title, isPlain = false, children }: { title: string; isPlain?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface p-4 lg:p-5">
      {!isPlain && <h3 className="text-sm font-semibold">{title}</h3>}
      {children}
    </section>
  );
}
