import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import { dayText, formatDay } from '#src/wire/basics/dates.ts';
import { INVOICE_STATES, type InvoiceState, type ListedInvoice } from '#src/wire/invoices/invoices.ts';
import { TAKER_KINDS } from '#src/wire/invoices/taker.ts';

export const INVOICE_COLUMNS: readonly Column<ListedInvoice>[] = [
  {
    id: 'number',
    header: 'Pedido',
    sortKey: 'number',
    width: 'w-22 @4xl:w-24',
    card: 'line',
    cell: ({ purchaseNumber }) => <span className="code">#{purchaseNumber}</span>,
  },
  {
    id: 'taker',
    header: 'Tomador',
    sortKey: 'taker',
    card: 'title',
    cell: ({ takerName, takerKind, document }) => (
      <TwoLines first={takerName} second={`${TAKER_KINDS[takerKind]} ${document}`} isCode />
    ),
  },
  {
    id: 'amount',
    header: 'Valor',
    sortKey: 'amount',
    align: 'end',
    width: 'w-28 @4xl:w-32',
    card: 'aside',
    cell: ({ amount }) => amount,
  },
  {
    id: 'state',
    header: 'Estado',
    width: 'w-36',
    card: 'foot',
    cell: (invoice) => <InvoiceStateBadge {...invoice} />,
  },
  {
    id: 'dueAt',
    header: 'Prazo',
    sortKey: 'dueAt',
    width: 'w-36 @4xl:w-40',
    card: 'line',
    cell: (invoice) => <TwoLines first={dayText(invoice.promisedDay)} second={stepOf(invoice)} />,
  },
];

export function InvoiceStateBadge({ state, isTest }: Pick<ListedInvoice, 'state' | 'isTest'>) {
  return <Badge tone={isTest ? 'neutral' : TONES[state]}>{isTest ? 'Emitida (teste)' : INVOICE_STATES[state]}</Badge>;
}

const TONES: Record<InvoiceState, BadgeTone> = {
  requested: 'success',
  queued: 'warning',
  failed: 'danger',
  cancel_needed: 'danger',
  issued: 'success',
  cancelled: 'neutral',
};

/** What happens next, or has happened last. */
export function stepOf({ state, dueAt, sentAt, number }: ListedInvoice): string {
  switch (state) {
    case 'requested':
      return `sai em ${formatDay(dueAt)}`;
    case 'queued':
      return sentAt ? 'com o emissor' : 'para emitir';
    case 'failed':
      return 'corrija e envie de novo';
    case 'cancel_needed':
      return 'o valor voltou ao cliente';
    case 'issued':
    case 'cancelled':
      return `nota ${number}`;
  }
}
