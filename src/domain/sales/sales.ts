import { findCommissionWithName } from '#db/queries/affiliates/commissions.ts';
import { listKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { type PagePlan, sumTallies } from '#db/queries/lists/paging.ts';
import { findAccount } from '#db/queries/payments/bank-accounts.ts';
import { listPurchaseEvents } from '#db/queries/purchases/purchase-events.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { findRedemption } from '#db/queries/purchases/redemptions.ts';
import {
  countSales,
  listSales,
  listSalesAfter,
  numberIn,
  type SaleCriteria,
  type SaleRow,
  type SaleSortColumn,
} from '#db/queries/sales/sales.ts';
import { findWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { PurchaseEventRow, PurchaseItemRow } from '#db/tables/purchases.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { boundsOf } from '#src/wire/basics/periods.ts';
import type { ListMark, Page } from '#src/wire/lists/lists.ts';
import type { SaleStatus } from '#src/wire/purchases/purchase-status.ts';
import { saleStatusLabel } from '#src/wire/purchases/purchase-status.ts';
import { parseOriginFilter } from '#src/wire/reports/origins.ts';
import { type SaleFilter, type SaleListRequest, type SaleSort, saleFilterOf } from '#src/wire/sales/sale-list.ts';
import type { Sale, SaleCommission, SaleDetails, SaleEvent, SaleKey } from '#src/wire/sales/sales.ts';
import { readCached } from '../lists/cached-reads.ts';
import { inBatches } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { bankOf } from '../payments/bank-accounts.ts';
import { showDependents } from '../purchases/dependents.ts';
import { type WithItems, withItems, withItsItems } from '../purchases/purchase-items.ts';
import { originOf } from '../purchases/purchase-origins.ts';
import { readUsage } from '../purchases/purchase-usage.ts';
import { toPurchaseDto } from '../purchases/purchases.ts';
import { unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { isAwaitingOwner, toSaleWithdrawalDto } from '../withdrawals/withdrawals.ts';

export async function listSalePage(shop: Shop, request: SaleListRequest): Promise<Page<Sale>> {
  const now = shop.clock.now();
  const criteria = criteriaOf(saleFilterOf(request, now));
  const { page, pageSize, order } = request;
  if (numberIn(criteria.q) !== null) {
    const slice = { order, limit: pageSize, offset: (page - 1) * pageSize };
    const rows = await listSales(shop.db, criteria, SORT_COLUMNS[request.sort], { slice, strategy: 'sort-matches' });
    const items = (await withItems(shop.db, rows)).map((row) => describeSale(row, now));
    return { items, total: await totalOf(shop, criteria), page, pageSize };
  }
  const isNarrowed = criteria.q !== '' || (request.sort !== 'createdAt' && isOfPeriod(criteria));
  const source = {
    total: await totalOf(shop, criteria),
    candidates: isNarrowed
      ? await totalOf(shop, { ...EVERYTHING, status: criteria.status, origin: criteria.origin })
      : null,
    read: async (plan: PagePlan) =>
      withItems(shop.db, await listSales(shop.db, criteria, SORT_COLUMNS[request.sort], plan)),
  };
  return readListPage(request, source, (row) => describeSale(row, now));
}

export async function listSalesOlderThan(
  shop: Shop,
  request: SaleListRequest,
  last: ListMark | undefined,
  limit: number,
): Promise<Sale[]> {
  const now = shop.clock.now();
  const rows = await listSalesAfter(shop.db, criteriaOf(saleFilterOf(request, now)), last, limit);
  return (await withItems(shop.db, rows)).map((row) => describeSale(row, now));
}

export function streamSales(shop: Shop): AsyncIterable<Sale[]> {
  const now = shop.clock.now();
  return inBatches(
    BATCH,
    async (last: SaleRow | undefined) => withItems(shop.db, await listSalesAfter(shop.db, EVERYTHING, last, BATCH)),
    (row) => describeSale(row, now),
  );
}

export async function showSale(shop: Shop, id: string): Promise<SaleDetails> {
  const found = await findPurchase(shop.db, id);
  if (!found) throw unknownPurchase();
  const row = await withItsItems(shop.db, found);
  const [keys, redemption, commission, events, account, withdrawal, use, dependents] = await Promise.all([
    listKeysOfPurchase(shop.db, id),
    findRedemption(shop.db, id),
    findCommissionWithName(shop.db, id),
    listPurchaseEvents(shop.db, id, MOST_EVENTS),
    row.account === null ? undefined : findAccount(shop.db, row.account),
    findWithdrawal(shop.db, id),
    readUsage(shop.db, row),
    showDependents(shop.db, row),
  ]);
  return {
    ...describeSale({ ...row, awaitedWithdrawal: isAwaitingOwner(withdrawal) ? id : null }, shop.clock.now()),
    discountAmount: formatCents(row.discountCents),
    paidAmount: row.paidCents === null ? null : formatCents(row.paidCents),
    refundableAmount: row.paidCents === null ? null : formatCents(row.paidCents - row.returnedCents),
    completedAt: row.completedAt,
    refundRequestedAt: row.refundRequestedAt,
    refundedAt: row.refundedAt,
    downloads: use.downloads,
    machines: use.machines,
    whatsapp: row.whatsapp,
    withdrawal: withdrawal ? toSaleWithdrawalDto(withdrawal) : null,
    dependents,
    bank: {
      provider: row.provider,
      account: account?.name ?? null,
      isConfigured: bankOf(shop, row) !== undefined,
      reference: row.providerReference,
      chargeId: row.providerChargeId,
      paymentId: row.providerPaymentId,
    },
    keys: row.items.map((item) => ({ itemId: item.id, productName: item.productName, key: keyOf(item, keys) })),
    renews: await findRenewed(shop, row.items[0]),
    couponUse: redemption?.state ?? null,
    commission: commission ? describeCommission(commission) : null,
    timeline: events.map(describeEvent),
  };
}

async function findRenewed({ db }: Shop, { renewsItemId }: PurchaseItemRow): Promise<SaleDetails['renews']> {
  const item = renewsItemId === null ? undefined : await findPurchaseItem(db, renewsItemId);
  const purchase = item && (await findPurchase(db, item.purchaseId));
  return purchase ? { id: purchase.id, number: purchase.number } : null;
}

export function criteriaOf({ q, status, from, to, origem }: SaleFilter): SaleCriteria {
  return { q, status, ...boundsOf({ from, to }), origin: origem === null ? null : parseOriginFilter(origem) };
}

const BATCH = 500;
const MOST_EVENTS = 300;
const EVERYTHING: SaleCriteria = { q: '', status: null, since: null, until: null, origin: null };

const SORT_COLUMNS = {
  createdAt: 'createdAt',
  total: 'totalCents',
  customer: 'customerOrder',
  product: 'productOrder',
} as const satisfies Record<SaleSort, SaleSortColumn>;

function totalOf(shop: Shop, criteria: SaleCriteria): Promise<number> {
  const tallies = criteria.status === null ? ALL_TALLIES : TALLIES[criteria.status];
  if (criteria.q === '' && !isOfPeriod(criteria) && criteria.origin === null && tallies)
    return sumTallies(shop.db, tallies);
  return readCached(shop, 'sales', criteria, () => countSales(shop.db, criteria));
}

function isOfPeriod({ since, until }: SaleCriteria): boolean {
  return since !== null || until !== null;
}

/** The rows are few enough to count by index where it is null. */
const TALLIES: Record<SaleStatus, string[] | null> = {
  processing: ['purchases:PENDING:'],
  completed: ['purchases:COMPLETED:'],
  cancelled: ['purchases:FAILED:expired'],
  failed: ['purchases:FAILED:rejected', 'purchases:FAILED:provider'],
  refunded: ['purchases:REFUNDED:'],
  under_review: null,
  waiting_for_key: null,
  refund_pending: null,
  withdrawal: null,
};
const ALL_TALLIES = Object.values(TALLIES).flatMap((names) => names ?? []);

export function describeSale(row: SaleRow & WithItems, now: Date): Sale {
  const purchase = toPurchaseDto(row);
  return {
    ...purchase,
    label: saleStatusLabel(purchase, now),
    customerId: row.customerEmail === null ? null : row.customerId,
    refundPending: (row.status === 'COMPLETED' || row.status === 'PENDING') && row.refundRequestedAt !== null,
    isWaitingForKey: row.items.some(({ keyWaitingSince }) => keyWaitingSince !== null),
    isWithdrawalOpen: row.awaitedWithdrawal !== null,
    origin: originOf(row),
  };
}

function keyOf({ id }: PurchaseItemRow, keys: readonly ActivationKeyRow[]): SaleKey | null {
  const found = keys.find(({ itemId }) => itemId === id);
  return found ? describeKey(found) : null;
}

function describeKey({ id, key, revokedAt, frozenAt }: ActivationKeyRow): SaleKey {
  return { id, text: key, state: revokedAt ? 'revoked' : frozenAt ? 'frozen' : 'active' };
}

type CommissionWithName = NonNullable<Awaited<ReturnType<typeof findCommissionWithName>>>;

function describeCommission({ name, commissionCents, status, paidAt }: CommissionWithName): SaleCommission {
  return { affiliate: name, amount: formatCents(commissionCents), status, wasPaid: paidAt !== null };
}

function describeEvent({ at, event, source, detail }: PurchaseEventRow): SaleEvent {
  return { at, event, source, detail };
}
