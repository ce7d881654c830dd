import { Badge } from '#src/islands/ui/badge.tsx';
import { orderTone } from '#src/wire/dashboard.ts';
import { type Sale, saleLabel } from '#src/wire/sales.ts';

/** The label of a sale, and what it waits for. */
export function SaleStatus({ sale, now }: { sale: Sale; now: Date | null }) {
  const label = now ? saleLabel(sale, now) : sale.label;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <Badge tone={orderTone(label)}>{label}</Badge>
      {marksOf(sale).map((mark) => (
        <Badge key={mark} tone="warning">
          {mark}
        </Badge>
      ))}
    </span>
  );
}

function marksOf({ review, refundPending, isWaitingForKey }: Sale): string[] {
  return [
    ...(review === 'short_payment' ? ['Em análise'] : []),
    ...(review === 'dispute' ? ['Em disputa'] : []),
    ...(refundPending ? ['Reembolso em andamento'] : []),
    ...(isWaitingForKey ? ['Esperando chave'] : []),
  ];
}
