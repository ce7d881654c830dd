import { listSalesAfter, type SaleRow } from '#db/queries/sales/sales.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import { type SaleListRequest, saleFilterOf } from '#src/wire/sales/sale-list.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { inBatches, type TableExport } from '../lists/exports.ts';
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
  return {
    name: 'vendas',
    header: HEADER,
    batches: inBatches(
      BATCH,
      async (last: SaleRow | undefined) =>
        withItems(shop.db, await listSalesAfter(shop.db, criteria, last, BATCH, chosen)),
      (row) => writeSale(row, describeSale(row, now)),
    ),
  };
}

const BATCH = 500;
const HEADER = [
  'Pedido',
  'Número',
  'Data',
  'Status',
  'Situação',
  'Cliente',
  'E-mail',
  'Produto',
  'Preço',
  'Desconto',
  'Total',
  'Pago',
  'Devolvido',
  'Cupom',
  'Pago em',
  'Reembolsado em',
  'Downloads',
  'Transação',
  'Referência no banco',
  'Pagamento no banco',
  'Origem',
  'Meio',
  'Campanha',
  'Conteúdo',
  'Termo',
  'Site de origem',
  'Página de entrada',
];

function writeSale(row: PurchaseRow & WithItems, sale: Sale): string[] {
  return [
    row.id,
    String(row.number),
    formatDayTime(row.createdAt),
    sale.label,
    situationOf(sale),
    sale.customerName,
    sale.customerEmail,
    namesOf(row),
    plainAmount(row.priceCents),
    plainAmount(row.discountCents),
    plainAmount(row.totalCents),
    row.paidCents === null ? '' : plainAmount(row.paidCents),
    row.returnedCents === 0 ? '' : plainAmount(row.returnedCents),
    row.couponCode ?? '',
    dayTimeOrNothing(row.completedAt),
    dayTimeOrNothing(row.refundedAt),
    String(downloadsOf(row)),
    row.transactionId,
    row.providerReference,
    row.providerPaymentId ?? '',
    ...originCells(sale),
  ];
}

function originCells({ origin }: Sale): string[] {
  const { source, medium, campaign, content, term, referrerHost, landing } = origin ?? {};
  return [source, medium, campaign, content, term, referrerHost, landing].map((text) => text ?? '');
}

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
