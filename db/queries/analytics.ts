import { sql } from 'kysely';
import type { FailureReason, PaymentStatus } from '#src/wire/purchases.ts';
import type { ProductRow, Queryable } from '../tables.ts';

/** `start` is included, `end` is not. */
export type Span = { start: string; end: string };

export type SoldProduct = Pick<ProductRow, 'id' | 'name' | 'status' | 'priceCents' | 'downloads' | 'withdrawnAt'> &
  Pick<ProductRow, 'requiresActivation' | 'keySource'> & {
    keysAvailable: number;
    /** Items, of which a purchase may have several; `firstItems` is how many purchases there were. */
    sales: number;
    firstItems: number;
    cents: number;
    discountCents: number;
  };

/** Lists withdrawn products only where something was sold. */
export function listSalesByProduct(db: Queryable, { start, end }: Span): Promise<SoldProduct[]> {
  const sold = db
    .selectFrom('purchases')
    .innerJoin('purchaseItems', 'purchaseItems.purchaseId', 'purchases.id')
    .select((row) => [
      'purchaseItems.productId',
      row.fn.countAll<number>().as('sales'),
      row.fn.sum<number>(sql`case when position = 0 then 1 else 0 end`).as('firstItems'),
      row.fn.sum<number>(shareOfItem('keptCents')).as('cents'),
      row.fn.sum<number>(shareOfItem('discountCents')).as('discountCents'),
    ])
    .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where('purchases.completedAt', '>=', start)
    .where('purchases.completedAt', '<', end)
    .groupBy('purchaseItems.productId');
  return db
    .selectFrom('products')
    .innerJoin('productFigures', 'productFigures.id', 'products.id')
    .leftJoin(sold.as('sold'), 'sold.productId', 'products.id')
    .select([
      'products.id',
      'products.name',
      'products.status',
      'products.priceCents',
      'products.downloads',
      'products.withdrawnAt',
      'products.requiresActivation',
      'products.keySource',
      'productFigures.keysAvailable',
    ])
    .select((row) => [
      row.fn.coalesce('sold.sales', sql.lit(0)).as('sales'),
      row.fn.coalesce('sold.firstItems', sql.lit(0)).as('firstItems'),
      row.fn.coalesce('sold.cents', sql.lit(0)).as('cents'),
      row.fn.coalesce('sold.discountCents', sql.lit(0)).as('discountCents'),
    ])
    .where((row) => row.or([row('products.withdrawnAt', 'is', null), row('sold.sales', 'is not', null)]))
    .orderBy('products.id')
    .execute();
}

/** Shares add up to the purchase's amount, since each is what its item adds to the sum so far. */
function shareOfItem(amount: 'keptCents' | 'discountCents') {
  const cents = sql.ref<number>(`purchases.${amount}`);
  // PostgreSQL's sum is a decimal number, whose division keeps the fraction.
  const before = sql`(select cast(coalesce(sum("totalCents"), 0) as bigint) from "purchaseItems" as earlier
    where earlier."purchaseId" = purchases.id and earlier.position < "purchaseItems".position)`;
  const total = sql.ref('purchases.totalCents');
  return sql<number>`case when "purchaseItems"."totalCents" = ${total} then ${cents}
    else ${cents} * (${before} + "purchaseItems"."totalCents") / ${total} - ${cents} * ${before} / ${total} end`;
}

export type SoldTotal = { sales: number; cents: number; discountCents: number; commissionCents: number };

/** What the lists by product and by coupon add up to. */
export function sumSold(db: Queryable, { start, end }: Span): Promise<SoldTotal> {
  return db
    .selectFrom('purchases')
    .leftJoin('affiliateSales', (earned) =>
      earned
        .onRef('affiliateSales.purchaseId', '=', 'purchases.id')
        .on('affiliateSales.status', '!=', sql.lit('reversed')),
    )
    .select((row) => [
      row.fn.countAll<number>().as('sales'),
      row.fn.coalesce(row.fn.sum<number>('keptCents'), sql.lit(0)).as('cents'),
      row.fn.coalesce(row.fn.sum<number>('discountCents'), sql.lit(0)).as('discountCents'),
      row.fn.coalesce(row.fn.sum<number>('commissionCents'), sql.lit(0)).as('commissionCents'),
    ])
    .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where('purchases.completedAt', '>=', start)
    .where('purchases.completedAt', '<', end)
    .executeTakeFirstOrThrow();
}

export type SoldByCoupon = {
  couponCode: string | null;
} & SoldTotal;

export function listSalesByCoupon(db: Queryable, { start, end }: Span): Promise<SoldByCoupon[]> {
  return db
    .with('codes', (query) =>
      query.selectFrom('purchases').select('couponCode as code').distinct().where('couponCode', 'is not', null),
    )
    .selectFrom('codes')
    .leftJoin('purchases', (sold) =>
      sold
        .onRef('purchases.couponCode', '=', 'codes.code')
        .on('purchases.couponCode', 'is not', null)
        .on('purchases.status', '=', sql.lit('COMPLETED'))
        .on('purchases.completedAt', '>=', start)
        .on('purchases.completedAt', '<', end),
    )
    .leftJoin('affiliateSales', (earned) =>
      earned
        .onRef('affiliateSales.purchaseId', '=', 'purchases.id')
        .on('affiliateSales.status', '!=', sql.lit('reversed')),
    )
    .select('codes.code as couponCode')
    .select((row) => [
      row.fn.count<number>('purchases.id').as('sales'),
      row.fn.coalesce(row.fn.sum<number>('keptCents'), sql.lit(0)).as('cents'),
      row.fn.coalesce(row.fn.sum<number>('discountCents'), sql.lit(0)).as('discountCents'),
      row.fn.coalesce(row.fn.sum<number>('commissionCents'), sql.lit(0)).as('commissionCents'),
    ])
    .groupBy('codes.code')
    .having((row) => row(row.fn.count('purchases.id'), '>', 0))
    .orderBy('codes.code')
    .execute();
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

export function sumRefunds(db: Queryable, { start, end }: Span): Promise<Refunds> {
  const whole = db
    .selectFrom('purchases')
    .select(sql<number>`case when "paidCents" < "totalCents" then "paidCents" else "totalCents" end`.as('cents'))
    .where('refundedAt', 'is not', null)
    .where('refundedAt', '>=', start)
    .where('refundedAt', '<', end);
  const parts = db
    .selectFrom('purchases')
    .select(
      sql<number>`case when "paidCents" < "totalCents" then "paidCents" else "totalCents" end - "keptCents"`.as(
        'cents',
      ),
    )
    .where('status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where('returnedAt', 'is not', null)
    .where('returnedAt', '>=', start)
    .where('returnedAt', '<', end);
  return db
    .selectFrom(whole.unionAll(parts).as('returns'))
    .select((row) => [
      row.fn.countAll<number>().as('count'),
      row.fn.coalesce(row.fn.sum<number>('cents'), sql.lit(0)).as('cents'),
    ])
    .executeTakeFirstOrThrow();
}
