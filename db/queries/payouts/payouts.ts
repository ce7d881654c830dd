import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../results.ts';
import type { PayoutLineRow, PayoutRow } from '../../tables/payouts.ts';
import type { Queryable } from '../../tables.ts';
import type { Slice } from '../lists/paging.ts';
import { disputedPurchases } from '../purchases/purchase-reviews.ts';

/** As the index `affiliateSalesOwedBack` has it. */
const DUE: RawBuilder<number> = sql`case "affiliateSales".status when 'reversed' then 0 else "commissionCents" end`;

/** What is released, not in dispute and not settled, and what was settled and went back since. */
function unsettledSales(db: Queryable, now: string) {
  return db
    .selectFrom('affiliateSales')
    .where((row) =>
      row.or([
        row.and([
          row('affiliateSales.status', '=', sql.lit('pending')),
          row('settledCents', '<', row.ref('commissionCents')),
          row.or([row('payableAt', 'is', null), row('payableAt', '<=', now)]),
          row('affiliateSales.purchaseId', 'not in', disputedPurchases(db)),
        ]),
        row('settledCents', '>', DUE),
      ]),
    );
}

export function sumUnsettled(db: Queryable, now: string) {
  return unsettledSales(db, now)
    .innerJoin('affiliates', 'affiliates.userId', 'affiliateSales.affiliateId')
    .innerJoin('users', 'users.id', 'affiliates.userId')
    .leftJoin('payouts', (join) => join.onRef('payouts.affiliateId', '=', 'users.id').on('payouts.state', '=', 'open'))
    .where('payouts.id', 'is', null)
    .groupBy([
      'users.id',
      'users.name',
      'users.nameOrder',
      'affiliates.pixKeyType',
      'affiliates.pixKey',
      'pixKeyHeldUntil',
    ])
    .select(['users.id', 'users.name', 'affiliates.pixKeyType', 'affiliates.pixKey', 'pixKeyHeldUntil'])
    .select((row) => [
      row.fn.sum<number>(sql`${DUE} - "settledCents"`).as('cents'),
      row.fn.sum<number>(sql`case when ${DUE} > "settledCents" then 1 else 0 end`).as('sales'),
      row.fn.sum<number>(sql`case when ${DUE} < "settledCents" then 1 else 0 end`).as('returns'),
    ])
    .orderBy('users.nameOrder')
    .execute();
}

export type Unsettled = Awaited<ReturnType<typeof sumUnsettled>>[number];

export function listUnsettled(
  db: Queryable,
  affiliateId: string,
  now: string,
): Promise<{ saleId: string; fromCents: number; toCents: number }[]> {
  return unsettledSales(db, now)
    .select(['affiliateSales.id as saleId', 'settledCents as fromCents', DUE.as('toCents')])
    .where('affiliateSales.affiliateId', '=', affiliateId)
    .execute();
}

export async function findNextNumber(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('payouts')
    .select((row) => row.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export async function insertPayout(db: Queryable, payout: Omit<PayoutRow, 'note' | 'invoiceUrl'>): Promise<void> {
  await db.insertInto('payouts').values(payout).execute();
}

export async function insertPayoutLines(db: Queryable, lines: readonly PayoutLineRow[]): Promise<void> {
  await db.insertInto('payoutLines').values(lines).execute();
}

/** As the lines say that it was before the payout, which releases their sales again, or is with it. */
export async function settleLines(db: Queryable, payoutId: string, to: 'fromCents' | 'toCents'): Promise<void> {
  await db
    .updateTable('affiliateSales')
    .from('payoutLines')
    .set((row) => ({ settledCents: row.ref(`payoutLines.${to}`) }))
    .whereRef('payoutLines.saleId', '=', 'affiliateSales.id')
    .where('payoutLines.payoutId', '=', payoutId)
    .execute();
}

export async function deleteLines(db: Queryable, payoutId: string): Promise<void> {
  await db.deleteFrom('payoutLines').where('payoutId', '=', payoutId).execute();
}

/** A sale that went back meanwhile stays reversed, and is owed back. */
export async function markSalesPaid(db: Queryable, payoutId: string, now: string): Promise<void> {
  await db
    .updateTable('affiliateSales')
    .set({
      paidAt: sql`coalesce("paidAt", ${now})`,
      status: sql`case status when 'pending' then 'paid' else status end`,
    })
    .where('id', 'in', (row) =>
      row
        .selectFrom('payoutLines')
        .select('saleId')
        .where('payoutId', '=', payoutId)
        .whereRef('toCents', '>', 'fromCents'),
    )
    .execute();
}

/** One of two at once gets it; undefined where it is open no more. */
export function endPayout(
  db: Queryable,
  id: string,
  end: Pick<PayoutRow, 'state'> & Partial<PayoutRow>,
): Promise<PayoutRow | undefined> {
  return db
    .updateTable('payouts')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
}

export async function updateInvoice(db: Queryable, id: string, invoiceUrl: string): Promise<void> {
  await db.updateTable('payouts').set({ invoiceUrl }).where('id', '=', id).execute();
}

/** Undefined where none is open. */
export async function findOldestOpenPayout(db: Queryable): Promise<{ createdAt: string } | undefined> {
  return db
    .selectFrom('payouts')
    .select('createdAt')
    .where('state', '=', 'open')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
}

/** What was closed since, and stands. */
export function sumPayoutsSince(db: Queryable, since: string) {
  return db
    .selectFrom('payouts')
    .select((row) => ['state', row.fn.countAll<number>().as('count'), row.fn.sum<number>('amountCents').as('cents')])
    .where('createdAt', '>=', since)
    .where('state', '<>', 'cancelled')
    .groupBy('state')
    .execute();
}

export type PayoutFilter = { state: PayoutRow['state'] | null; affiliateId?: string };

export function findPayout(db: Queryable, id: string): Promise<ListedPayout | undefined> {
  return listed(db, { state: null }).where('payouts.id', '=', id).executeTakeFirst();
}

export function listPayouts(db: Queryable, filter: PayoutFilter, { order, limit, offset }: Slice) {
  return listed(db, filter)
    .orderBy('payouts.createdAt', order)
    .orderBy('payouts.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export type ListedPayout = Awaited<ReturnType<typeof listPayouts>>[number];

export function countPayouts(db: Queryable, filter: PayoutFilter): Promise<number> {
  return matching(db, filter).$call(countRows);
}

export function listPayoutLines(db: Queryable, payoutId: string) {
  return db
    .selectFrom('payoutLines')
    .innerJoin('affiliateSales', 'affiliateSales.id', 'payoutLines.saleId')
    .innerJoin('purchases', 'purchases.id', 'affiliateSales.purchaseId')
    .select(['saleId', 'fromCents', 'toCents', 'affiliateSales.createdAt', 'purchaseId', 'purchases.number'])
    .where('payoutId', '=', payoutId)
    .orderBy('affiliateSales.createdAt')
    .orderBy('saleId')
    .execute();
}

function listed(db: Queryable, filter: PayoutFilter) {
  return matching(db, filter)
    .innerJoin('users', 'users.id', 'payouts.affiliateId')
    .selectAll('payouts')
    .select('users.name as affiliateName');
}

function matching(db: Queryable, { state, affiliateId }: PayoutFilter) {
  return db
    .selectFrom('payouts')
    .$if(state !== null, (payouts) => payouts.where('state', '=', state ?? 'open'))
    .$if(affiliateId !== undefined, (payouts) => payouts.where('payouts.affiliateId', '=', affiliateId ?? ''));
}
