import { sql } from 'kysely';
import { countRows, updatesAny } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { WithdrawalRow } from '../../tables/withdrawals.ts';
import type { Queryable } from '../../tables.ts';

export type NewWithdrawal = Pick<WithdrawalRow, 'purchaseId' | 'protocol' | 'heldFor' | 'reason' | 'requestedAt'>;

/** Replaces a canceled request; undefined where another stands. */
export function insertWithdrawal(db: Queryable, request: NewWithdrawal): Promise<WithdrawalRow | undefined> {
  const { purchaseId: _, ...renewed } = request;
  return db
    .insertInto('withdrawals')
    .values({ ...request, state: 'requested' })
    .onConflict((conflict) =>
      conflict
        .column('purchaseId')
        .doUpdateSet({ ...renewed, state: 'requested', decidedAt: null })
        .where('withdrawals.state', '=', 'cancelled'),
    )
    .returningAll()
    .executeTakeFirst();
}

export function findWithdrawal(db: Queryable, purchaseId: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

/** Leaves out those that the buyer canceled or the owner refused. */
export function listWithdrawersSince(db: Queryable, since: string) {
  return db
    .selectFrom('withdrawals')
    .innerJoin('purchases', 'purchases.id', 'withdrawals.purchaseId')
    .select(['purchases.customerId', 'purchases.customerEmail', 'purchases.payerHash'])
    .where('withdrawals.state', 'in', ['requested', 'refunding', 'refunded'])
    .where('withdrawals.requestedAt', '>=', since)
    .execute();
}

/** Those that were released, too. */
export function countMachinesOfPurchase(db: Queryable, purchaseId: string): Promise<number> {
  return db
    .selectFrom('machines')
    .innerJoin('activationKeys', 'activationKeys.id', 'machines.keyId')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .where('purchaseItems.purchaseId', '=', purchaseId)
    .$call(countRows);
}

/** Returns undefined where the request was decided before. */
export function decideWithdrawal(
  db: Queryable,
  purchaseId: string,
  decision: Pick<WithdrawalRow, 'refusal'> & {
    state: 'refunding' | 'refused' | 'cancelled';
    decidedAt: string;
  },
): Promise<WithdrawalRow | undefined> {
  return db
    .updateTable('withdrawals')
    .set(decision)
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
}

/** The money is back, whoever sent it. */
export async function endWithdrawal(db: Queryable, purchaseId: string, now: string): Promise<void> {
  await db
    .updateTable('withdrawals')
    .set((row) => ({ state: 'refunded', decidedAt: row.fn.coalesce('decidedAt', sql.val(now)), nextTryAt: null }))
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', ['requested', 'refunding'])
    .execute();
}

export async function postponeWithdrawal(db: Queryable, purchaseId: string, nextTryAt: string | null): Promise<void> {
  await db
    .updateTable('withdrawals')
    .set((row) => ({ nextTryAt, tries: row('tries', '+', 1) }))
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'refunding')
    .execute();
}

export function claimWithdrawalTry(
  db: Queryable,
  purchaseId: string,
  now: string,
  nextTryAt: string | null,
): Promise<boolean> {
  return db
    .updateTable('withdrawals')
    .set({ nextTryAt })
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'refunding')
    .where('nextTryAt', '<=', now)
    .$call(updatesAny);
}

export function listDueWithdrawals(db: Queryable, now: string, limit: number): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('nextTryAt', '<=', now)
    .orderBy('nextTryAt')
    .limit(limit)
    .execute();
}

export type AwaitedWithdrawal = WithdrawalRow & Pick<PurchaseRow, 'customerName' | 'totalCents'>;

/** The owner must decide, or give the bank balance; the most pressing first. */
export function listAwaitedWithdrawals(db: Queryable, limit: number): Promise<AwaitedWithdrawal[]> {
  return db
    .selectFrom('withdrawals')
    .innerJoin('purchases', 'purchases.id', 'withdrawals.purchaseId')
    .selectAll('withdrawals')
    .select(['purchases.customerName', 'purchases.totalCents'])
    .where('withdrawals.purchaseId', 'in', awaitingOwner(db))
    .orderBy('withdrawals.requestedAt')
    .limit(limit)
    .execute();
}

export async function countAwaitedWithdrawals(db: Queryable): Promise<number> {
  return db.selectFrom(awaitingOwner(db).as('awaited')).$call(countRows);
}

/** Each half has an index of its own. */
function awaitingOwner(db: Queryable) {
  return db
    .selectFrom('withdrawals')
    .select('withdrawals.purchaseId')
    .where('withdrawals.state', '=', 'requested')
    .unionAll((other) =>
      other
        .selectFrom('withdrawals')
        .select('withdrawals.purchaseId')
        .where('withdrawals.state', '=', 'refunding')
        .where('withdrawals.tries', '>', 0),
    );
}

/** The buyer does not want it, and the money is not back yet. */
export function openWithdrawal(db: Queryable) {
  return db
    .selectFrom('withdrawals')
    .select('withdrawals.purchaseId')
    .where('withdrawals.state', 'in', ['requested', 'refunding']);
}

export async function eraseWithdrawalsOfCustomer(db: Queryable, customerId: string): Promise<void> {
  await db
    .updateTable('withdrawals')
    .set((row) => ({ reason: null, refusal: row.case().when('refusal', 'is', null).then(null).else('').end() }))
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .execute();
}

export function listWithdrawalsOfCustomer(db: Queryable, customerId: string): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .execute();
}
