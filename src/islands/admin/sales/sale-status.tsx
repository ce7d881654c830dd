import { Badge } from '#src/islands/ui/states/badge.tsx';
import {
  PURCHASE_STATUS_LABELS,
  saleStatusLabel,
  statusTone,
  WAITING_LABELS,
} from '#src/wire/purchases/purchase-status.ts';
import type { Sale } from '#src/wire/sales/sales.ts';

export function SaleStatus({ sale, now }: { sale: Sale; now: Date | null }) {
  const label = now ? saleStatusLabel(sale, now) : sale.label;
  const marks = marksOf(sale);
  const isImported = sale.importedFrom !== null && label === PURCHASE_STATUS_LABELS.completed;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1.5 align-middle @max-2xl:justify-end">
      {/* A narrow table has room for what waits alone: rows stay one line high. */}
      <span className={marks.length > 0 || isImported ? '@2xl:@max-5xl:hidden' : ''}>
        <Badge tone={statusTone(label)}>{label}</Badge>
      </span>
      {sale.importedFrom && (
        <span className={marks.length > 0 || !isImported ? '@2xl:@max-5xl:hidden' : ''} title={sale.importedFrom}>
          <Badge tone="neutral">Importada</Badge>
        </span>
      )}
      {marks.map((mark) => (
        <Badge key={mark} tone="warning">
          {mark}
        </Badge>
      ))}
    </span>
  );
}

function marksOf({ review, returnedAmount, refundPending, isWaitingForKey, isWithdrawalOpen }: Sale): string[] {
  return [
    ...(review && review !== 'dispute' && review !== 'partial_return' ? [WAITING_LABELS.under_review] : []),
    ...(review === 'dispute' ? ['Em disputa'] : []),
    ...(isWithdrawalOpen ? [WAITING_LABELS.withdrawal] : []),
    ...(returnedAmount ? [`Devolvida em parte: ${returnedAmount}`] : []),
    ...(refundPending ? [WAITING_LABELS.refund_pending] : []),
    ...(isWaitingForKey ? [WAITING_LABELS.waiting_for_key] : []),
  ];
}
