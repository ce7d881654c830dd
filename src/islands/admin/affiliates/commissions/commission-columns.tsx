import { Day } from '#src/islands/ui/date-time.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import { type Commission, type CommissionState, isOnHold } from '#src/wire/affiliates/affiliates.ts';
import { COMMISSION_STATE_NAMES } from '#src/wire/affiliates/commission-states.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';

export const COMMISSION_COLUMNS: readonly Column<Commission>[] = [
  {
    id: 'date',
    header: 'Data',
    sortKey: 'date',
    width: 'w-26 @4xl:w-28',
    card: 'foot',
    cell: ({ date }) => <Day at={date} />,
  },
  {
    id: 'customer',
    header: 'Cliente',
    card: 'title',
    cell: ({ customerName, purchaseId }) => (
      <a
        href={`/admin/sales?id=${purchaseId}`}
        title="Ver a venda"
        className="block truncate text-link underline-offset-4 hover:underline @max-2xl:relative @max-2xl:overflow-visible @max-2xl:whitespace-normal @max-2xl:before:absolute @max-2xl:before:-inset-3"
      >
        {customerName}
      </a>
    ),
  },
  { id: 'product', header: 'Produto', isMinor: true, cell: ({ product }) => product },
  {
    id: 'affiliate',
    header: 'Afiliado',
    cell: ({ affiliateName, couponCode, attribution }) => (
      <TwoLines first={affiliateName} second={couponCode || attribution} isCode={couponCode !== ''} />
    ),
  },
  {
    id: 'amount',
    header: 'Valor',
    isMinor: true,
    align: 'end',
    width: 'w-34 @6xl:w-38',
    cell: ({ amount }) => formatReais(amount),
  },
  {
    id: 'commission',
    header: 'Comissão',
    align: 'end',
    width: 'w-34 @6xl:w-38',
    cell: ({ commission, status }) => (
      <span className={status === 'reversed' ? 'text-muted line-through' : 'font-medium'}>
        {formatReais(commission)}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'w-30 @4xl:w-34',
    card: 'aside',
    cell: (commission) => <Status commission={commission} />,
  },
];

const TONES: Record<CommissionState, BadgeTone> = { pending: 'warning', paid: 'success', reversed: 'neutral' };

/** An affiliate owes a paid commission back when it is reversed. */
function Status({ commission }: { commission: Commission }) {
  const { status, paidAt, payableAt, isDisputed } = commission;
  const isOwedBack = status === 'reversed' && paidAt !== null;
  return (
    <span title={paidAt ? `Paga em ${formatDay(paidAt)}` : undefined} className="inline-grid">
      <span>
        <Badge tone={isOwedBack ? 'danger' : TONES[status]}>{COMMISSION_STATE_NAMES[status]}</Badge>
      </span>
      {isOnHold(commission, Date.now()) && (
        <span className="text-mini text-muted">{isDisputed ? 'em disputa' : `até ${formatDay(payableAt ?? '')}`}</span>
      )}
      {isOwedBack && <span className="text-mini text-danger">já tinha sido paga</span>}
    </span>
  );
}
