import { listSalesAfter } from '#db/queries/sales.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import { formatCents } from '#src/wire/money.ts';
import type { SaleFilter } from '#src/wire/sale-list.ts';
import type { Sale } from '#src/wire/sales.ts';
import { type Actor, noteChange } from './audit.ts';
import { inBatches, type TableExport } from './exports.ts';
import { describeSale, wishOf } from './sales.ts';
import type { Shop } from './shop.ts';

/** The sales of the list as a table, newest first. Who took them out of the house stands in the audit trail. */
export async function exportSales(shop: Shop, actor: Actor, filter: SaleFilter): Promise<TableExport> {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  await noteChange(shop.db, shop, actor, { action: 'purchase.export', entity: 'purchase', entityId: 'all', fields });
  const wish = wishOf(filter);
  const now = shop.clock.now();
  return {
    name: 'vendas',
    header: HEADER,
    batches: inBatches(
      BATCH,
      (last: PurchaseRow | undefined) => listSalesAfter(shop.db, wish, last, BATCH),
      (row) => writeSale(row, describeSale(row, now)),
    ),
  };
}

const BATCH = 500;
const HEADER = [
  'Pedido',
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
  'Cupom',
  'Pago em',
  'Reembolsado em',
  'Downloads',
  'Transação',
  'Referência no banco',
  'Pagamento no banco',
];

function writeSale(row: PurchaseRow, sale: Sale): string[] {
  return [
    row.id,
    formatDayTime(row.createdAt),
    sale.label,
    situationOf(sale),
    sale.customerName,
    sale.customerEmail,
    row.productName,
    plainAmount(row.priceCents),
    plainAmount(row.discountCents),
    plainAmount(row.totalCents),
    row.paidCents === null ? '' : plainAmount(row.paidCents),
    row.couponCode ?? '',
    dayTimeOrNothing(row.completedAt),
    dayTimeOrNothing(row.refundedAt),
    String(row.downloadCount),
    row.transactionId,
    row.providerReference,
    row.providerPaymentId ?? '',
  ];
}

function situationOf({ review, refundPending, isWaitingForKey }: Sale): string {
  const marks = [
    review && 'em análise',
    refundPending && 'reembolso em andamento',
    isWaitingForKey && 'esperando chave',
  ];
  return marks.filter(Boolean).join(', ');
}

/** `1234,50`: what a Brazilian spreadsheet adds up. */
function plainAmount(cents: number): string {
  return formatCents(cents).replace('R$ ', '').replaceAll('.', '');
}

function dayTimeOrNothing(at: string | null): string {
  return at ? formatDayTime(at) : '';
}
