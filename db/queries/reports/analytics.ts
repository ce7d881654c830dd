import { type Expression, sql } from 'kysely';
import type { FailureReason, PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { ProductRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';
import { bySaleTime, byTimeOfReturn, type Sellers, soldBy } from '../purchases/sale-time.ts';

/** `start` is included, `end` is not. */
export type Span = { start: string; end: string };

/** A purchase counts as one sale of each of its products; those in which the product comes first add up to all purchases. */
export type SoldOfProduct = {
  productId: string;
  sales: number;
  licenses: number;
  firstSales: number;
  cents: number;
  discountCents: number;
};

export async function listSalesByProduct(
  db: Queryable,
  { start, end }: Span,
  sellers: Sellers = 'own',
): Promise<SoldOfProduct[]> {
  const { rows } = await sql<SoldOfProduct>`
    select "purchaseItems"."productId",
      count(distinct purchases.id) as sales,
      count(*) - count("renewsItemId") as licenses,
      sum(case when position = 0 then 1 else 0 end) as "firstSales",
      sum(${shareOfItem(sql.ref('purchases.keptCents'))}) as cents,
      sum(${shareOfItem(sql.ref('purchases.discountCents'))}) as "discountCents"
    from purchases ${bySaleTime(db)} join "purchaseItems" on "purchaseItems"."purchaseId" = purchases.id
    where purchases.status = 'COMPLETED' and purchases."completedAt" >= ${start} and purchases."completedAt" < ${end}
      and ${soldBy(sellers)}
    group by "purchaseItems"."productId"`.execute(db);
  return rows;
}

/** Kits by their ids; their parts count as products, too. */
export async function listSalesByKit(
  db: Queryable,
  { start, end }: Span,
): Promise<Omit<SoldOfProduct, 'firstSales'>[]> {
  const { rows } = await sql<Omit<SoldOfProduct, 'firstSales'>>`
    select "purchaseItems"."kitId" as "productId",
      count(distinct purchases.id) as sales,
      count(*) as licenses,
      sum(${shareOfItem(sql.ref('purchases.keptCents'))}) as cents,
      sum(${shareOfItem(sql.ref('purchases.discountCents'))}) as "discountCents"
    from purchases ${bySaleTime(db)} join "purchaseItems" on "purchaseItems"."purchaseId" = purchases.id
    where purchases.status = 'COMPLETED' and purchases."completedAt" >= ${start} and purchases."completedAt" < ${end}
      and "purchaseItems"."kitId" is not null
    group by "purchaseItems"."kitId"`.execute(db);
  return rows;
}

export type ReportedProduct = Pick<
  ProductRow,
  'id' | 'name' | 'kind' | 'status' | 'priceCents' | 'downloads' | 'withdrawnAt'
> &
  Pick<ProductRow, 'requiresActivation' | 'keySource'> & { keysAvailable: number };

export function listReportedProducts(db: Queryable): Promise<ReportedProduct[]> {
  return db
    .selectFrom('products')
    .innerJoin('allProductFigures', 'allProductFigures.id', 'products.id')
    .select([
      'products.id',
      'products.name',
      'products.kind',
      'products.status',
      'products.priceCents',
      'products.downloads',
      'products.withdrawnAt',
      'products.requiresActivation',
      'products.keySource',
      'allProductFigures.keysAvailable',
    ])
    .orderBy('products.id')
    .execute();
}

/** Shares add up to the purchase's amount, since each is what its item adds to the sum so far. */
export function shareOfItem(cents: Expression<number>): Expression<number> {
  // PostgreSQL's sum is a decimal number, whose division keeps the fraction.
  const before = sql`(select cast(coalesce(sum("totalCents"), 0) as bigint) from "purchaseItems" as earlier
    where earlier."purchaseId" = purchases.id and earlier.position < "purchaseItems".position)`;
  const total = sql.ref('purchases.totalCents');
  return sql<number>`case when "purchaseItems"."totalCents" = ${total} then ${cents}
    else ${cents} * (${before} + "purchaseItems"."totalCents") / ${total} - ${cents} * ${before} / ${total} end`;
}

export type SoldTotal = { sales: number; cents: number; discountCents: number; commissionCents: number };

/** The lists by product and by coupon add up to it. */
export async function sumSold(db: Queryable, { start, end }: Span, sellers: Sellers = 'own'): Promise<SoldTotal[]> {
  const { rows } = await sql<SoldTotal>`
    select ${SUMS} from purchases ${bySaleTime(db)} ${EARNED}
    where ${isSoldBetween(start, end)} and ${soldBy(sellers)}`.execute(db);
  return rows;
}

export type SoldByCoupon = {
  couponCode: string | null;
} & SoldTotal;

export async function listSalesByCoupon(db: Queryable, { start, end }: Span): Promise<SoldByCoupon[]> {
  const { rows } = await sql<SoldByCoupon>`
    select "couponCode", ${SUMS} from purchases ${bySaleTime(db)} ${EARNED}
    where "couponCode" is not null and ${isSoldBetween(start, end)}
    group by "couponCode"`.execute(db);
  return rows;
}

const SUMS = sql`count(*) as sales,
  coalesce(sum("keptCents"), 0) as cents,
  coalesce(sum("discountCents"), 0) as "discountCents",
  coalesce(sum("commissionCents"), 0) as "commissionCents"`;
const EARNED = sql`left join "affiliateSales"
  on "affiliateSales"."purchaseId" = purchases.id and "affiliateSales".status <> 'reversed'`;

function isSoldBetween(start: string, end: string) {
  return sql<boolean>`purchases.status = 'COMPLETED' and "completedAt" >= ${start} and "completedAt" < ${end}`;
}

export type StartedPurchases = { status: PaymentStatus; started: number };

export async function countStarted(db: Queryable, { start, end }: Span): Promise<StartedPurchases[]> {
  const states = sql.join(STATES.map(([status, reason]) => sql`(${sql.lit(status)}, ${sql.lit(reason)})`));
  const { rows } = await sql<StartedPurchases>`
    with state (status, reason) as (values ${states})
    select state.status, (
      select count(*) from purchases
      where purchases.status = state.status
        and purchases."failureReason" is not distinct from state.reason
        and purchases."createdAt" >= ${start} and purchases."createdAt" < ${end}
        and ${soldBy('own')}
    ) as started
    from state`.execute(db);
  return rows;
}

const STATES: [PaymentStatus, FailureReason | null][] = [
  ['PENDING', null],
  ['COMPLETED', null],
  ['REFUNDED', null],
  ['FAILED', 'expired'],
  ['FAILED', 'rejected'],
  ['FAILED', 'provider'],
];

export type Refunds = { count: number; cents: number };

export async function sumRefunds(db: Queryable, { start, end }: Span, sellers: Sellers = 'own'): Promise<Refunds[]> {
  const paid = sql`case when "paidCents" < "totalCents" then "paidCents" else "totalCents" end`;
  const { rows } = await sql<Refunds>`
    select count(*) as count, coalesce(sum(cents), 0) as cents from (
      select ${paid} as cents from purchases
      where "refundedAt" is not null and "refundedAt" >= ${start} and "refundedAt" < ${end} and ${soldBy(sellers)}
      union all
      select ${paid} - "keptCents" from purchases ${byTimeOfReturn(db)}
      where status = 'COMPLETED' and "returnedAt" is not null and "returnedAt" >= ${start} and "returnedAt" < ${end}
        and ${soldBy(sellers)}
    ) as returns`.execute(db);
  return rows;
}

/** A buyer is new on the day of the first sale that stands. */
export function countNewBuyers(db: Queryable, { start, end }: Span): Promise<{ customers: number }[]> {
  return db
    .selectFrom('customers')
    .select((row) => row.fn.countAll<number>().as('customers'))
    .where('firstSaleAt', '>=', start)
    .where('firstSaleAt', '<', end)
    .execute();
}
