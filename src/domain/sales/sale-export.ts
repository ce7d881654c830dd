import { listSalesAfter, type SaleRow } from '#db/queries/sales/sales.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import { type SaleListRequest, saleFilterOf } from '#src/wire/sales/sale-list.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { type Columns, inBatches, type TableExport, tableOf } from '../lists/exports.ts';
import { downloadsOf, type WithItems, withItems } from '../purchases/purchase-items.ts';
import type { Shop } from '../shop.ts';
import { criteriaOf, describeSale } from './sales.ts';

export async function exportSales(
  shop: Shop,
  actor: Actor,
  request: SaleListRequest,
  chosen: readonly string[] | null = null,
): Promise<TableExport> {
  const now = shop.clock.now();
  const filter = saleFilterOf(request, now);
  await recordExport(shop, actor, 'purchase.export', { ...filter, ids: chosen });
  const criteria = criteriaOf(filter);
  const read = async (last: SaleRow | undefined) =>
    withItems(shop.db, await listSalesAfter(shop.db, criteria, last, BATCH, chosen));
  return tableOf(
    'vendas',
    COLUMNS,
    inBatches(BATCH, read, (row) => ({ row, sale: describeSale(row, now) })),
  );
}

const BATCH = 500;

const COLUMNS: Columns<{ row: PurchaseRow & WithItems; sale: Sale }> = {
  Pedido: ({ row }) => row.id,
  Número: ({ row }) => String(row.number),
  Data: ({ row }) => formatDayTime(row.createdAt),
  Status: ({ sale }) => sale.label,
  Situação: ({ sale }) => situationOf(sale),
  Cliente: ({ sale }) => sale.customerName,
  'E-mail': ({ sale }) => sale.customerEmail,
  Produto: ({ row }) => namesOf(row),
  Preço: ({ row }) => plainAmount(row.priceCents),
  Desconto: ({ row }) => plainAmount(row.discountCents),
  Total: ({ row }) => plainAmount(row.totalCents),
  Pago: ({ row }) => (row.paidCents === null ? '' : plainAmount(row.paidCents)),
  Devolvido: ({ row }) => (row.returnedCents === 0 ? '' : plainAmount(row.returnedCents)),
  Cupom: ({ row }) => row.couponCode ?? '',
  'Pago em': ({ row }) => dayTimeOrNothing(row.completedAt),
  'Reembolsado em': ({ row }) => dayTimeOrNothing(row.refundedAt),
  Downloads: ({ row }) => String(downloadsOf(row)),
  Transação: ({ row }) => row.transactionId,
  'Referência no banco': ({ row }) => row.providerReference,
  'Pagamento no banco': ({ row }) => row.providerPaymentId ?? '',
  'Importada de': ({ sale }) => sale.importedFrom ?? '',
  Origem: ({ sale }) => sale.origin?.source ?? '',
  Meio: ({ sale }) => sale.origin?.medium ?? '',
  Campanha: ({ sale }) => sale.origin?.campaign ?? '',
  Conteúdo: ({ sale }) => sale.origin?.content ?? '',
  Termo: ({ sale }) => sale.origin?.term ?? '',
  'Site de origem': ({ sale }) => sale.origin?.referrerHost ?? '',
  'Página de entrada': ({ sale }) => sale.origin?.landing ?? '',
};

function situationOf({ review, returnedAmount, refundPending, isWaitingForKey, isWithdrawalOpen }: Sale): string {
  const marks = [
    review && WAITING_LABELS.under_review.toLowerCase(),
    returnedAmount && `devolvida em parte: ${returnedAmount}`,
    refundPending && WAITING_LABELS.refund_pending.toLowerCase(),
    isWaitingForKey && WAITING_LABELS.waiting_for_key.toLowerCase(),
    isWithdrawalOpen && WAITING_LABELS.withdrawal.toLowerCase(),
  ];
  return marks.filter(Boolean).join(', ');
}

/** Writes `1234,50`, which Brazilian spreadsheets can add up. */
function plainAmount(cents: number): string {
  return formatCents(cents).replace('R$ ', '').replaceAll('.', '');
}

function dayTimeOrNothing(at: string | null): string {
  return at ? formatDayTime(at) : '';
}
