import { type Expression, sql } from 'kysely';
import type { OriginGroup } from '#src/wire/reports/origins.ts';
import type { Queryable } from '../../tables.ts';
import { unindexed } from '../lists/paging.ts';
import { soldBy } from '../purchases/sale-time.ts';
import { type Span, shareOfItem } from './analytics.ts';

export async function deleteClickIdsBefore(db: Queryable, moment: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ clickIds: null })
    .where('clickIds', 'is not', null)
    .where('createdAt', '<', moment)
    .execute();
}

export type OrdersOfOrigin = {
  /** It is empty where the orders have none. */
  key: string;
  charges: number;
  paid: number;
  cents: number;
  refundedCents: number;
};

/** The orders began in the span, whenever they were paid; by product an order counts for each that it has. */
export async function listOrdersByOrigin(
  db: Queryable,
  by: OriginGroup,
  { start, end }: Span,
): Promise<OrdersOfOrigin[]> {
  // The index would only lead to each row in turn where a period has no beginning.
  const createdAt = start > EVER ? sql`purchases."createdAt"` : unindexed(db, 'purchases.createdAt');
  const paid = sql`case when "paidCents" < purchases."totalCents" then "paidCents" else purchases."totalCents" end`;
  const kept = sql<number>`case when purchases.status = 'COMPLETED' then "keptCents" else 0 end`;
  const refunded = sql<number>`case purchases.status when 'REFUNDED' then ${paid} when 'COMPLETED' then ${paid} - "keptCents" else 0 end`;
  const shareOf = by === 'product' ? shareOfItem : (cents: Expression<number>) => cents;
  const counted = sql.raw(by === 'product' ? 'distinct purchases.id' : 'purchases.id');
  const { rows } = await sql<OrdersOfOrigin>`
    select coalesce(${sql.raw(KEYS[by])}, '') as key,
      count(${counted}) as charges,
      count(${counted}) filter (where purchases.status in ('COMPLETED', 'REFUNDED')) as paid,
      sum(${shareOf(kept)}) as cents,
      sum(${shareOf(refunded)}) as "refundedCents"
    from purchases
    ${sql.raw(JOINS[by] ?? '')}
    where ${createdAt} >= ${start} and ${createdAt} < ${end} and ${IS_CHARGED}
    group by 1
    order by 1`.execute(db);
  return rows;
}

const EVER = '0000';
const IS_CHARGED = sql<boolean>`"chargeState" in ('open', 'closed') and coalesce("failureReason", '') <> 'provider' and ${soldBy('own')}`;

/** `offers` were taken along in the paid ones. */
export type OrderTotals = { charges: number; paid: number; offers: number };

export async function sumOrders(db: Queryable, { start, end }: Span): Promise<OrderTotals[]> {
  const { rows } = await sql<OrderTotals>`
    select count(*) as charges,
      count(*) filter (where status in ('COMPLETED', 'REFUNDED')) as paid,
      coalesce(sum((
        select count(*) from "purchaseItems" where "purchaseId" = purchases.id and "offerId" is not null
      )) filter (where status in ('COMPLETED', 'REFUNDED')), 0) as offers
    from purchases
    where "createdAt" >= ${start} and "createdAt" < ${end} and ${IS_CHARGED}`.execute(db);
  return rows;
}

const KEYS: Record<OriginGroup, string> = {
  source: '"originSource"',
  campaign: '"originCampaign"',
  product: '"purchaseItems"."productId"',
  coupon: '"couponCode"',
  affiliate: '"affiliateSales"."affiliateId"',
};

const JOINS: Partial<Record<OriginGroup, string>> = {
  product: 'join "purchaseItems" on "purchaseItems"."purchaseId" = purchases.id',
  affiliate: 'left join "affiliateSales" on "affiliateSales"."purchaseId" = purchases.id',
};

export type VisitsBy = {
  key: string;
  entries: number;
  /** They may be below zero where a visit was told to another source after the span. */
  checkouts: number;
};

/** The hours are full ones; a source whose visits were told to others shows none. */
export function sumVisits(
  db: Queryable,
  by: 'source' | 'campaign' | 'page' | null,
  { start, end }: Span,
): Promise<VisitsBy[]> {
  const opened = sql<number>`case when page like '/checkout/%' then visits else 0 end`;
  return db
    .selectFrom('visitsByHour')
    .select((row) => [
      (by === null ? sql<string>`''` : sql.ref<string>(by)).as('key'),
      row.fn.coalesce(row.fn.sum<number>('entries'), sql.lit(0)).as('entries'),
      row.fn.coalesce(row.fn.sum<number>(opened), sql.lit(0)).as('checkouts'),
    ])
    .where('hour', '>=', start.slice(0, 13))
    .where('hour', '<', end.slice(0, 13))
    .$if(by !== null, (visits) => visits.groupBy(sql.ref(by ?? '')))
    .execute();
}

/** Former ones count too. */
export async function listSlugs(db: Queryable): Promise<{ slug: string; productId: string }[]> {
  const { rows } = await sql<{ slug: string; productId: string }>`
    select slug, id as "productId" from products where slug is not null
    union all select slug, "productId" from "productSlugs"`.execute(db);
  return rows;
}

export function listNames(db: Queryable, by: 'product' | 'affiliate', ids: string[]) {
  return db
    .selectFrom(by === 'product' ? 'products' : 'users')
    .select(['id', 'name'])
    .where('id', 'in', [NO_ID, ...ids])
    .execute();
}

/** PostgreSQL refuses an empty list. */
const NO_ID = '';
