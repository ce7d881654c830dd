import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { findCommission } from '#db/queries/affiliate-sales.ts';
import { sumTallies } from '#db/queries/paging.ts';
import { listPurchaseEvents } from '#db/queries/purchase-events.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import { findRedemption } from '#db/queries/redemptions.ts';
import { countSales, listSales, listSalesAfter, type SaleOrder, type SaleWish } from '#db/queries/sales.ts';
import type { ActivationKeyRow, PurchaseEventRow, PurchaseRow } from '#db/tables.ts';
import type { Page } from '#src/wire/lists.ts';
import { formatCents } from '#src/wire/money.ts';
import {
  boundsOf,
  type SaleFilter,
  type SaleListRequest,
  type SaleSort,
  type SaleStatus,
} from '#src/wire/sale-list.ts';
import { type Sale, type SaleCommission, type SaleDetails, type SaleEvent, saleLabel } from '#src/wire/sales.ts';
import { inBatches } from './exports.ts';
import { publicPurchase } from './purchases.ts';
import { notFound, type Refusal } from './refusals.ts';
import { readPage } from './searches.ts';
import type { Shop } from './shop.ts';
import { countOnce } from './totals.ts';

/** One page of the sales. */
export async function pageSales(shop: Shop, request: SaleListRequest): Promise<Page<Sale>> {
  const wish = wishOf(request);
  const total = await totalOf(shop, wish);
  const isNarrowed = wish.q !== '' || (request.sort !== 'createdAt' && isOfPeriod(wish));
  const rows = await readPage(request, {
    all: isNarrowed ? await totalOf(shop, { ...EVERYTHING, status: wish.status }) : null,
    total,
    read: (way) => listSales(shop.db, wish, ORDERS[request.sort], way),
  });
  const now = shop.clock.now();
  return {
    items: rows.map((row) => describeSale(row, now)),
    total,
    page: request.page,
    pageSize: request.pageSize,
  };
}

/** Every sale, newest first. */
export function readSales(shop: Shop): AsyncIterable<Sale[]> {
  const now = shop.clock.now();
  return inBatches(
    BATCH,
    (last: PurchaseRow | undefined) => listSalesAfter(shop.db, EVERYTHING, last, BATCH),
    (row) => describeSale(row, now),
  );
}

/** One sale with all that the shop knows of it. */
export async function showSale(shop: Shop, id: string): Promise<SaleDetails> {
  const row = await findPurchase(shop.db, id);
  if (!row) throw unknownSale();
  const [key, redemption, commission, events] = await Promise.all([
    findKeyOfPurchase(shop.db, id),
    findRedemption(shop.db, id),
    findCommission(shop.db, id),
    listPurchaseEvents(shop.db, id, MOST_EVENTS),
  ]);
  return {
    ...describeSale(row, shop.clock.now()),
    discountAmount: formatCents(row.discountCents),
    paidAmount: row.paidCents === null ? null : formatCents(row.paidCents),
    completedAt: row.completedAt,
    refundRequestedAt: row.refundRequestedAt,
    refundedAt: row.refundedAt,
    downloads: row.downloadCount,
    bank: {
      provider: row.provider,
      reference: row.providerReference,
      chargeId: row.providerChargeId,
      paymentId: row.providerPaymentId,
    },
    key: key ? describeKey(key) : null,
    couponUse: redemption?.state ?? null,
    commission: commission ? describeCommission(commission) : null,
    timeline: events.map(describeEvent),
  };
}

/** What a list is narrowed to, as the database is asked for it. */
export function wishOf({ q, status, from, to }: SaleFilter): SaleWish {
  return { q, status, ...boundsOf({ from, to }) };
}

export function unknownSale(): Refusal {
  return notFound('Compra não encontrada.');
}

const BATCH = 500;
const MOST_EVENTS = 300;
const EVERYTHING: SaleWish = { q: '', status: null, since: null, until: null };

const ORDERS = {
  createdAt: 'createdAt',
  total: 'totalCents',
  customer: 'customerOrder',
  product: 'productOrder',
} as const satisfies Record<SaleSort, SaleOrder>;

/** Counted by the triggers, where nothing but a state narrows the list. */
function totalOf(shop: Shop, wish: SaleWish): Promise<number> {
  const tallies = wish.status === null ? ALL_TALLIES : TALLIES[wish.status];
  if (wish.q === '' && !isOfPeriod(wish) && tallies) return sumTallies(shop.db, tallies);
  return countOnce(shop, 'sales', wish, () => countSales(shop.db, wish));
}

function isOfPeriod({ since, until }: SaleWish): boolean {
  return since !== null || until !== null;
}

/** What waits for somebody is little, and counted by its own small index. */
const TALLIES: Record<SaleStatus, string[] | null> = {
  Processando: ['purchases:PENDING:'],
  Completado: ['purchases:COMPLETED:'],
  Cancelado: ['purchases:FAILED:expired'],
  Falha: ['purchases:FAILED:rejected', 'purchases:FAILED:provider'],
  Reembolsado: ['purchases:REFUNDED:'],
  'em análise': null,
  'esperando chave': null,
  'reembolso em andamento': null,
};
const ALL_TALLIES = Object.values(TALLIES).flatMap((names) => names ?? []);

export function describeSale(row: PurchaseRow, now: Date): Sale {
  const purchase = publicPurchase(row);
  return {
    ...purchase,
    label: saleLabel(purchase, now),
    customerId: row.customerEmail === null ? null : row.customerId,
    refundPending: row.status === 'COMPLETED' && row.refundRequestedAt !== null,
    isWaitingForKey: row.keyWaitingSince !== null,
  };
}

function describeKey({ key, revokedAt, frozenAt }: ActivationKeyRow): NonNullable<SaleDetails['key']> {
  return { text: key, state: revokedAt ? 'revoked' : frozenAt ? 'frozen' : 'active' };
}

type CommissionRow = NonNullable<Awaited<ReturnType<typeof findCommission>>>;

function describeCommission({ name, commissionCents, status, paidAt }: CommissionRow): SaleCommission {
  return { affiliate: name, amount: formatCents(commissionCents), status, wasPaid: paidAt !== null };
}

function describeEvent({ at, event, source, detail }: PurchaseEventRow): SaleEvent {
  return { at, event, source, detail };
}
