import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { PROVIDER_NAMES } from '#src/wire/payments/pix-providers.ts';
import type { SaleStatus } from '#src/wire/purchases/purchase-status.ts';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { OriginFilter } from '#src/wire/reports/origins.ts';
import { countRows } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable, Tables } from '../../tables.ts';
import {
  countMatches,
  isAmong,
  isContaining,
  isShort,
  looksUpMatches,
  matching,
  searched,
} from '../lists/full-text-search.ts';
import { idsOfPage, isOlder, orderBy, type PagePlan, type SearchStrategy, unindexed } from '../lists/paging.ts';

/** `since` is included, `until` is not; null and empty mean no filter. */
export type SaleCriteria = {
  q: string;
  status: SaleStatus | null;
  since: string | null;
  until: string | null;
  origin: OriginFilter | null;
};

export type SaleSortColumn = 'createdAt' | 'totalCents' | 'customerOrder' | 'productOrder';

/** A sale, and whether a withdrawal of it waits for the owner. */
export type SaleRow = PurchaseRow & { awaitedWithdrawal: string | null };

export function listSales(
  db: Queryable,
  criteria: SaleCriteria,
  by: SaleSortColumn,
  plan: PagePlan,
): Promise<SaleRow[]> {
  const { strategy, slice } = plan;
  const testsRows = typeof strategy === 'object';
  const testsPeriod = testsRows && by !== 'createdAt';
  const narrowing = testsPeriod || strategy === 'every-row' ? { ...criteria, ...EVER } : criteria;
  const rows = candidates(db, narrowing, { by, strategy })
    .select(['id', 'number', by])
    .$if(testsPeriod, (sales) => sales.select('createdAt'));
  const predicates = [
    ...(testsRows && criteria.q !== '' ? [isMatching(db, 'candidates.id', criteria.q)] : []),
    ...(testsPeriod && criteria.since !== null ? [sql<SqlBool>`"createdAt" >= ${criteria.since}`] : []),
    ...(testsPeriod && criteria.until !== null ? [sql<SqlBool>`"createdAt" < ${criteria.until}`] : []),
  ];
  const number = numberIn(criteria.q);
  const sortedAs = isSorted(criteria, by, strategy) ? unindexed(db, by) : sql.ref(by);
  const isOther = number === null ? undefined : sql<number>`case when number = ${number} then 0 else 1 end`;
  const ids = idsOfPage(db, rows, { by, first: isOther, sortedAs, predicates }, plan);
  return db
    .selectFrom('purchases')
    .selectAll()
    .select(awaitedWithdrawal)
    .where('id', 'in', ids)
    .$if(isOther !== undefined, (sales) => sales.orderBy(isOther ?? 'number'))
    .orderBy(by, orderBy(by, slice.order))
    .orderBy('id', slice.order)
    .execute();
}

export function listSalesAfter(
  db: Queryable,
  criteria: SaleCriteria,
  last: Pick<PurchaseRow, 'createdAt' | 'id'> | undefined,
  limit: number,
  chosen: readonly string[] | null = null,
): Promise<SaleRow[]> {
  const all = candidates(db, criteria)
    .selectAll()
    .select(awaitedWithdrawal)
    .$if(chosen !== null, (sales) => sales.where('id', 'in', chosen ?? []));
  return (last ? all.where(isOlder('purchases', last)) : all)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function countSales(db: Queryable, criteria: SaleCriteria): Promise<number> {
  const { q, status, since, until, origin } = criteria;
  const isSearchAlone = q !== '' && status === null && since === null && until === null && origin === null;
  if (isSearchAlone && !isShort(q) && !isWholeName(q) && numberIn(q) === null) return countMatches(db, 'purchase', q);
  return candidates(db, criteria).$call(countRows);
}

function awaitedWithdrawal({ selectFrom }: ExpressionBuilder<Tables, 'purchases'>) {
  return selectFrom('withdrawals')
    .select('withdrawals.protocol')
    .whereRef('withdrawals.purchaseId', '=', 'purchases.id')
    .where((row) =>
      row.or([row('state', '=', 'requested'), row.and([row('state', '=', 'refunding'), row('tries', '>', 0)])]),
    )
    .as('awaitedWithdrawal');
}

const EVER = { since: null, until: null };

/** A period narrows more than the order's index, which is kept out. */
function isSorted({ since, until }: SaleCriteria, by: SaleSortColumn, strategy: SearchStrategy): boolean {
  return strategy === 'sort-matches' && by !== 'createdAt' && (since !== null || until !== null);
}

function candidates(
  db: Queryable,
  { q, status, since, until, origin }: SaleCriteria,
  { by, strategy }: { by: SaleSortColumn; strategy: SearchStrategy } = { by: 'createdAt', strategy: 'sort-matches' },
) {
  const createdAt =
    strategy === 'walk-to-matches' && by !== 'createdAt' ? unindexed(db, 'createdAt') : sql.ref<string>('createdAt');
  return db
    .selectFrom('purchases')
    .$if(status !== null, (sales) => (status === null ? sales : ofStatus(db, sales, status)))
    .$if(origin !== null, (sales) => (origin === null ? sales : ofOrigin(sales, origin)))
    .$if(since !== null, (sales) => sales.where(createdAt, '>=', since ?? ''))
    .$if(until !== null, (sales) => sales.where(createdAt, '<', until ?? ''))
    .$if(looksUpMatches(q, strategy), (sales) => sales.where(isAmong('id', matchingSales(db, q), strategy)));
}

type Sales = SelectQueryBuilder<Tables, 'purchases', object>;

/** Each state stands as it does in its index. Most sales are completed, so that the index of the order serves them. */
function ofStatus(db: Queryable, sales: Sales, status: SaleStatus): Sales {
  switch (status) {
    case 'processing':
      return sales.where('id', 'in', waiting(sql`status = 'PENDING'`));
    case 'completed':
      return sales.where(unindexed(db, 'status'), '=', sql.lit<PaymentStatus>('COMPLETED'));
    case 'refunded':
      return sales.where('status', '=', sql.lit<PaymentStatus>('REFUNDED')).where('failureReason', 'is', null);
    case 'cancelled':
      return sales.where('status', '=', sql.lit<PaymentStatus>('FAILED')).where('failureReason', '=', 'expired');
    case 'failed':
      return sales
        .where('status', '=', sql.lit<PaymentStatus>('FAILED'))
        .where('failureReason', 'in', ['rejected', 'provider']);
    case 'under_review':
      return sales.where('id', 'in', waiting(sql`review is not null`));
    case 'waiting_for_key':
      return sales.where('id', 'in', waitingForKey());
    case 'refund_pending':
      return sales.where('id', 'in', waiting(sql`"refundRequestedAt" is not null and "refundedAt" is null`));
    case 'withdrawal':
      return sales.where('id', 'in', AWAITED_WITHDRAWALS);
  }
}

function ofOrigin(sales: Sales, { by, key }: OriginFilter): Sales {
  switch (by) {
    case 'source':
      return key === '' ? sales.where('originSource', 'is', null) : sales.where('originSource', '=', key);
    case 'campaign':
      return sales.where('originCampaign', '=', key);
    case 'coupon':
      return sales.where('couponCode', '=', key);
    case 'product':
      return sales.where(
        'id',
        'in',
        sql<string>`(select "purchaseId" from "purchaseItems" where "productId" = ${key})`,
      );
    case 'affiliate':
      return sales.where(
        'id',
        'in',
        sql<string>`(select "purchaseId" from "affiliateSales" where "affiliateId" = ${key})`,
      );
  }
}

const AWAITED_WITHDRAWALS = sql<string>`(select "purchaseId" from withdrawals where state = 'requested'
  union all select "purchaseId" from withdrawals where state = 'refunding' and tries > 0)`;

function waitingForKey(): Expression<string> {
  return sql<string>`(select "purchaseId" from "purchaseItems" where "keyWaitingSince" is not null)`;
}

/** The condition has few rows and an index of their own, and is read first. */
function waiting(condition: Expression<unknown>): Expression<string> {
  return sql<string>`(select id from purchases where ${condition})`;
}

function matchingSales(db: Queryable, q: string): Expression<string> {
  if (isShort(q)) return beginningWith(q);
  const found = [matching(db, 'purchase', q), ...exactly(q)].map((ids) => sql<string>`select id from ${ids} as found`);
  return sql<string>`(${sql.join(found, sql` union all `)})`;
}

/** Finds what the words do not hold. */
function exactly(q: string): Expression<string>[] {
  const number = numberIn(q);
  return [
    ...(isWholeName(q) ? [namedByBank(q)] : []),
    ...(number === null ? [] : [sql<string>`(select id from purchases where number = ${number})`]),
  ];
}

/** A word that may be a purchase's number is searched for as such, too, and comes first. */
export function numberIn(q: string): number | null {
  return /^\d{4,9}$/.test(q) ? Number(q) : null;
}

function isMatching(db: Queryable, id: string, q: string): Expression<SqlBool> {
  if (isShort(q)) return isBeginningWith(id, q);
  const isContained = isContaining(db, id, 'purchase', q);
  const either = [isContained, ...exactly(q).map((ids) => sql<SqlBool>`${sql.ref(id)} in ${ids}`)];
  return sql<SqlBool>`(${sql.join(either, sql` or `)})`;
}

function beginningWith(q: string): Expression<string> {
  const first = searched(q);
  const beyond = `${first}\u{10ffff}`;
  return sql<string>`(select id from purchases where "customerOrder" >= ${first} and "customerOrder" < ${beyond}
    union all select id from purchases where "productOrder" >= ${first} and "productOrder" < ${beyond})`;
}

/** Looks the one purchase up, where `beginningWith` would gather every find for each page. */
function isBeginningWith(id: string, q: string): Expression<SqlBool> {
  const first = searched(q);
  const beyond = `${first}\u{10ffff}`;
  return sql<SqlBool>`exists (select 1 from purchases as tested where tested.id = ${sql.ref(id)}
    and ((tested."customerOrder" >= ${first} and tested."customerOrder" < ${beyond})
      or (tested."productOrder" >= ${first} and tested."productOrder" < ${beyond})))`;
}

function namedByBank(q: string): Expression<string> {
  return sql<string>`(select id from purchases where "providerReference" = ${q}
    union all select id from purchases where "providerPaymentId" = ${q}
    union all select id from purchases where "endToEndId" = ${q}
    union all select "purchaseId" from "bankCharges" where provider in (${sql.join(PROVIDER_NAMES)}) and "chargeId" = ${q})`;
}

/** Bank ids are long and have no space. */
function isWholeName(q: string): boolean {
  return /^[\w.-]{8,}$/.test(q);
}
