import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { type Payable, salesText } from '#src/wire/payouts/payouts.ts';
import { PIX_KEY_TYPES } from '#src/wire/payouts/pix-keys.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';

/** Who can be paid comes first, then who is blocked, with the reason. */
export function PayableList({ payable, minimum }: { payable: readonly Payable[]; minimum: number }) {
  const shown = payable.filter(({ block }) => block !== 'below_minimum');
  const ordered = [...shown].sort((one, other) => Number(one.block !== null) - Number(other.block !== null));
  const small = payable.filter(({ block, amount }) => block === 'below_minimum' && amount > 0);
  const smallCents = small.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <TitledSection id="payable" title="Liberado" look="list">
      <ul className="divide-y divide-line empty:hidden">
        {ordered.map((row) => (
          <li key={row.affiliate.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <span className="min-w-0 flex-1 basis-48">
              <a
                href={`/admin/affiliates/${row.affiliate.id}`}
                className="block font-medium wrap-anywhere hover:underline"
              >
                {row.affiliate.name}
              </a>
              <span className={`block text-table ${row.block ? 'text-warning' : 'text-muted'}`}>{reasonOf(row)}</span>
            </span>
            <span className="font-semibold whitespace-nowrap tabular-nums">{formatReais(row.amount)}</span>
            <State row={row} />
          </li>
        ))}
      </ul>
      {small.length > 0 && (
        <p className={`px-4 py-3 text-table text-muted ${ordered.length > 0 ? 'border-t border-line' : ''}`}>
          {`${small.length === 1 ? '1 parceiro fica' : `${small.length} parceiros ficam`} para o próximo, abaixo de ${formatReais(minimum)}: ${formatReais(smallCents / 100)}.`}
        </p>
      )}
    </TitledSection>
  );
}

function State({ row: { affiliate, block, heldUntil } }: { row: Payable }) {
  const asking = useChange<undefined, Done>({
    run: () => api.post<Done>(`/api/admin/partners/${affiliate.id}/ask-key`),
    told: ({ message }) => ({ title: 'Chave pedida', description: message }),
    failed: 'A chave não foi pedida',
  });
  if (block === 'no_pix_key') {
    return <ChangeButton change={asking} label="Pedir a chave" busyLabel="Pedindo..." />;
  }
  if (block === 'key_on_hold') return <Badge tone="warning">{`Até ${formatDayTime(heldUntil ?? '')}`}</Badge>;
  return <Badge tone="success">Pronto para fechar</Badge>;
}

function reasonOf({ block, sales, returns, pixKeyType }: Payable): string {
  if (block === 'no_pix_key') return 'Ainda não informou a chave Pix';
  if (block === 'key_on_hold') return 'Trocou a chave há pouco, espera 48 h';
  const returned = returns === 0 ? '' : `, ${returns === 1 ? '1 devolução' : `${returns} devoluções`}`;
  return `${salesText(sales)}${returned} · chave ${pixKeyType ? PIX_KEY_TYPES[pixKeyType] : ''}`;
}
