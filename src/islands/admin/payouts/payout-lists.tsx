import { useState } from 'react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Day } from '#src/islands/ui/date-time.tsx';
import { ProgressBar } from '#src/islands/ui/progress-bar.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { formatReais } from '#src/wire/basics/money.ts';
import { PAYOUT_STATES, type Payout, type PayoutRound, salesText } from '#src/wire/payouts/payouts.ts';
import { PIX_KEY_TYPES } from '#src/wire/payouts/pix-keys.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';

type Props = {
  payouts: readonly Payout[];
  round: PayoutRound | undefined;
  awaitingKey: number;
  chosenId: string;
  onChoose: (id: string) => void;
};

export function OpenPayouts({ payouts, round, awaitingKey, chosenId, onChoose }: Props) {
  return (
    <section aria-labelledby="open-payouts" className="overflow-clip rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3">
        <div>
          <h2 id="open-payouts" className="font-sans text-table font-normal text-muted">
            Falta pagar
          </h2>
          <p className="text-xl font-semibold tabular-nums">{round ? formatReais(round.open.amount) : '—'}</p>
        </div>
        {round && <RoundProgress round={round} awaitingKey={awaitingKey} />}
      </div>
      <ul className="divide-y divide-line">
        {payouts.map(({ id, affiliate, sales, pixKeyType, amount }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId || undefined}
              onClick={() => onChoose(id)}
              className="flex w-full items-center gap-4 px-4 py-3 text-left transition-colors hover:bg-raised aria-[current]:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{affiliate.name}</span>
                <span className="block text-table text-muted">
                  {salesText(sales)} · chave {PIX_KEY_TYPES[pixKeyType]}
                </span>
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">{formatReais(amount)}</span>
              <Badge tone="warning">{PAYOUT_STATES.open}</Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RoundProgress({ round: { open, paid }, awaitingKey }: { round: PayoutRound; awaitingKey: number }) {
  const count = open.payouts + paid.payouts;
  const [paidCents, cents] = [paid.amount, open.amount + paid.amount].map((reais) => Math.round(reais * 100));
  const waiting = awaitingKey === 1 ? ' Mais 1 espera a chave Pix.' : ` Mais ${awaitingKey} esperam a chave Pix.`;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <ProgressBar label="Pagamentos deste fechamento já pagos" value={paidCents} max={cents} />
      <p className="mt-1.5 text-table text-muted">
        {`${paid.payouts} de ${count} ${count === 1 ? 'pago' : 'pagos'}, ${formatReais(paid.amount)} de ${formatReais((cents ?? 0) / 100)}.`}
        {awaitingKey > 0 && waiting}
      </p>
    </div>
  );
}

export function PastPayouts({ payouts }: { payouts: readonly Payout[] }) {
  const [keeping, setKeeping] = useState<Payout | null>(null);
  return (
    <TitledSection id="past-payouts" title="Fechados antes" look="list">
      <ul className="divide-y divide-line text-sm">
        {payouts.map((payout) => {
          const { id, affiliate, sales, amount, state, paidAt, createdAt } = payout;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <Day at={paidAt ?? createdAt} />
              <span className="min-w-0 flex-1 basis-40">
                <a href={`/admin/affiliates/${affiliate.id}`} className="wrap-anywhere text-link hover:underline">
                  {affiliate.name}
                </a>
                <span className="mr-2 whitespace-nowrap text-muted">, {salesText(sales)}</span>
                {state === 'paid' && (
                  <button
                    type="button"
                    className="min-h-8 text-link underline-offset-4 hover:underline"
                    onClick={() => setKeeping(payout)}
                  >
                    {payout.invoiceUrl ? 'Nota fiscal' : 'Guardar nota fiscal'}
                  </button>
                )}
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">{formatReais(amount)}</span>
              <Badge tone={state === 'paid' ? 'success' : 'neutral'}>{PAYOUT_STATES[state]}</Badge>
            </li>
          );
        })}
      </ul>
      {keeping && <InvoiceDialog payout={keeping} onClose={() => setKeeping(null)} />}
    </TitledSection>
  );
}
