import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases.ts';
import type { PurchaseRow, Queryable } from '../tables.ts';

/** The status is written into the statement and not bound to it, or SQLite would leave the partial indexes aside. */
const SOLD = sql.lit<PaymentStatus>('COMPLETED');

export type SalesTotals = { salesCents: number; customers: number; products: number };

/** All that was ever sold, and to how many customers. */
export function sumSales(db: Queryable): Promise<SalesTotals> {
  return db
    .selectFrom('purchases')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>('totalCents'), sql.lit(0)).as('salesCents'),
      row.fn.count<number>('customerId').distinct().as('customers'),
      row.fn.countAll<number>().as('products'),
    ])
    .where('status', '=', SOLD)
    .executeTakeFirstOrThrow();
}

/** What was sold from `start` until before `end`; `customers` are those who had never bought before `start`. */
export function sumSalesBetween(db: Queryable, start: string, end: string): Promise<SalesTotals> {
  return db
    .selectFrom('purchases as sale')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>('sale.totalCents'), sql.lit(0)).as('salesCents'),
      row.fn.countAll<number>().as('products'),
      row.fn
        .count<number>(
          row
            .case()
            .when(
              row.not(
                row.exists(
                  row
                    .selectFrom('purchases as earlier')
                    .select('earlier.id')
                    .whereRef('earlier.customerId', '=', 'sale.customerId')
                    .where('earlier.status', '=', SOLD)
                    .where('earlier.completedAt', '<', start),
                ),
              ),
            )
            .then(row.ref('sale.customerId'))
            .end(),
        )
        .distinct()
        .as('customers'),
    ])
    .where('sale.status', '=', SOLD)
    .where('sale.completedAt', '>=', start)
    .where('sale.completedAt', '<', end)
    .executeTakeFirstOrThrow();
}

export type Period = { name: string; start: string; end: string };

/** What was sold in each period, in the order of the periods; those without sales are answered with 0. */
export function listSalesByPeriod(db: Queryable, periods: Period[]): Promise<{ name: string; salesCents: number }[]> {
  const rows = sql.join(
    periods.map((period, at) => sql`(${sql.lit(at)}, ${period.name}, ${period.start}, ${period.end})`),
  );
  return db
    .with('period(position, name, start, finish)', () => sql<PeriodRow>`(values ${rows})`)
    .selectFrom('period')
    .leftJoin('purchases', (sale) =>
      sale
        .on('purchases.status', '=', SOLD)
        .onRef('purchases.completedAt', '>=', 'period.start')
        .onRef('purchases.completedAt', '<', 'period.finish'),
    )
    .select((row) => ['period.name', row.fn.coalesce(row.fn.sum<number>('totalCents'), sql.lit(0)).as('salesCents')])
    .groupBy(['period.position', 'period.name'])
    .orderBy('period.position')
    .execute();
}

type PeriodRow = { position: number; name: string; start: string; finish: string };

export type LatestPurchase = Pick<
  PurchaseRow,
  | 'id'
  | 'customerName'
  | 'productName'
  | 'createdAt'
  | 'totalCents'
  | 'status'
  | 'failureReason'
  | 'review'
  | 'expiresAt'
>;

export function listLatestPurchases(db: Queryable, limit: number): Promise<LatestPurchase[]> {
  return db
    .selectFrom('purchases')
    .select([
      'id',
      'customerName',
      'productName',
      'createdAt',
      'totalCents',
      'status',
      'failureReason',
      'review',
      'expiresAt',
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The number of the last thing that happened to any purchase; 0 before the first. */
export async function findNewestEvent(db: Queryable): Promise<number> {
  const { newest } = await db
    .selectFrom('purchaseEvents')
    .select((row) => row.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Whether the session still lives and belongs to an administrator. `now` in Unix seconds. */
export async function findAdministratorOf(db: Queryable, sessionId: string, now: number): Promise<string | undefined> {
  const user = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.isAdmin', '=', 1)
    .where('users.isActive', '=', 1)
    .executeTakeFirst();
  return user?.id;
}
