import type { Role } from '#src/wire/access/roles.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { soldBy } from '../purchases/sale-time.ts';

export type SalesTotals = { salesCents: number; customers: number; products: number };

export async function sumSales(db: Queryable): Promise<SalesTotals> {
  const rows = await db
    .selectFrom('tallies')
    .selectAll()
    .where('name', 'in', ['salesCents', 'buyers', 'sales'])
    .execute();
  const tally = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { salesCents: tally('salesCents'), customers: tally('buyers'), products: tally('sales') };
}

/** Also of what was refunded since. */
export async function hasEverSold(db: Queryable): Promise<boolean> {
  const sale = db
    .selectFrom('purchases')
    .select('id')
    .where('completedAt', 'is not', null)
    .where(soldBy('own'))
    .limit(1);
  return (await sale.executeTakeFirst()) !== undefined;
}

/** Sales are counted by it: `2026-11-21T13`. */
function hourOf(at: string): string {
  return at.slice(0, 13);
}

/** The hours are full ones; `end` is excluded. */
export function listSalesByHour(db: Queryable, start: string, end: string) {
  return db
    .selectFrom('salesByHour')
    .select(['hour', 'salesCents'])
    .where('hour', '>=', hourOf(start))
    .where('hour', '<', hourOf(end))
    .execute();
}

export type LatestPurchase = Pick<
  PurchaseRow,
  'id' | 'number' | 'customerName' | 'createdAt' | 'totalCents' | 'status' | 'failureReason' | 'review' | 'expiresAt'
> & { purchaseId: string; isWaitingForKey: number | boolean };

export function listLatestPurchases(db: Queryable, limit: number): Promise<LatestPurchase[]> {
  return db
    .selectFrom('purchases')
    .select([
      'id',
      'id as purchaseId',
      'number',
      'customerName',
      'createdAt',
      'totalCents',
      'status',
      'failureReason',
      'review',
      'expiresAt',
    ])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('purchaseItems')
            .select('purchaseItems.id')
            .whereRef('purchaseItems.purchaseId', '=', 'purchases.id')
            .where('keyWaitingSince', 'is not', null),
        )
        .as('isWaitingForKey'),
    )
    .where(soldBy('own'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Grows with each event, also where one with a lower number is committed later than the newest. */
export async function findEventRevision(db: Queryable): Promise<number> {
  const { revision } = await db
    .selectFrom((from) => from.selectFrom('purchaseEvents').select('id').orderBy('id', 'desc').limit(100).as('newest'))
    .select((row) => row.fn.sum<number | null>('newest.id').as('revision'))
    .executeTakeFirstOrThrow();
  return revision ?? 0;
}

/** `now` is in Unix seconds. */
export async function findRoleOf(db: Queryable, sessionId: string, now: number): Promise<Role | null> {
  const user = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.role')
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.isActive', '=', 1)
    .executeTakeFirst();
  return user?.role ?? null;
}
