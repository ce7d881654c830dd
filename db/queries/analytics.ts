import { sql } from 'kysely';
import type { FailureReason, PaymentStatus } from '#src/wire/purchases.ts';
import type { ProductRow, Queryable } from '../tables.ts';

/** From `start` until before `end`. */
export type Span = { start: string; end: string };

export type SoldProduct = Pick<ProductRow, 'id' | 'name' | 'status' | 'priceCents' | 'downloads' | 'withdrawnAt'> &
  Pick<ProductRow, 'requiresActivation'> & {
    keysAvailable: number;
    sales: number;
    cents: number;
    discountCents: number;
  };

/** Every product with what was sold of it; those withdrawn only where something was. Each walks its own part of an index. */
export function listSalesByProduct(db: Queryable, { start, end }: Span): Promise<SoldProduct[]> {
  return db
    .selectFrom('products')
    .leftJoin('purchases', (sold) =>
      sold
        .onRef('purchases.productId', '=', 'products.id')
        .on('purchases.status', '=', sql.lit('COMPLETED'))
        .on('purchases.completedAt', '>=', start)
        .on('purchases.completedAt', '<', end),
    )
    .select([
      'products.id',
      'products.name',
      'products.status',
      'products.priceCents',
      'products.downloads',
      'products.withdrawnAt',
      'products.requiresActivation',
      'products.keysAvailable',
    ])
    .select((row) => [
      row.fn.count<number>('purchases.totalCents').as('sales'),
      row.fn.coalesce(row.fn.sum<number>('purchases.totalCents'), sql.lit(0)).as('cents'),
      row.fn.coalesce(row.fn.sum<number>('purchases.discountCents'), sql.lit(0)).as('discountCents'),
    ])
    .groupBy('products.id')
    .having((row) =>
      row.or([row('products.withdrawnAt', 'is', null), row(row.fn.count('purchases.totalCents'), '>', 0)]),
    )
    .execute();
}

export type SoldByCoupon = {
  couponCode: string | null;
  sales: number;
  cents: number;
  discountCents: number;
  commissionCents: number;
};

/** What was sold with each coupon, by the code that the buyer typed: it outlives the coupon. */
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
      row.fn.coalesce(row.fn.sum<number>('totalCents'), sql.lit(0)).as('cents'),
      row.fn.coalesce(row.fn.sum<number>('discountCents'), sql.lit(0)).as('discountCents'),
      row.fn.coalesce(row.fn.sum<number>('commissionCents'), sql.lit(0)).as('commissionCents'),
    ])
    .groupBy('codes.code')
    .having((row) => row(row.fn.count('purchases.id'), '>', 0))
    .execute();
}

export type StartedPurchases = { status: PaymentStatus; started: number };

/** The purchases that were begun in the span, by what became of them. */
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

/** All that a purchase can be: each is one walk over an index that begins with them. */
const STATES: [PaymentStatus, FailureReason | null][] = [
  ['PENDING', null],
  ['COMPLETED', null],
  ['REFUNDED', null],
  ['FAILED', 'expired'],
  ['FAILED', 'rejected'],
  ['FAILED', 'provider'],
];

/** What was given back in the span, whenever it had been sold. */
export function sumRefunds(db: Queryable, { start, end }: Span): Promise<{ count: number; cents: number }> {
  return db
    .selectFrom('purchases')
    .select((row) => [
      row.fn.countAll<number>().as('count'),
      row.fn.coalesce(row.fn.sum<number>('totalCents'), sql.lit(0)).as('cents'),
    ])
    .where('refundedAt', 'is not', null)
    .where('refundedAt', '>=', start)
    .where('refundedAt', '<', end)
    .executeTakeFirstOrThrow();
}
