import type { PurchaseRow, Queryable } from '../tables.ts';

/** Marks a paid purchase as one whose money shall go back, once. Undefined when it is not paid, or marked already. */
export function requestRefund(
  db: Queryable,
  id: string,
  request: { refundRequestedAt: string; nextCheckAt: string },
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ ...request, checkCount: 0 })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('refundRequestedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Claims one more try of a refund until `nextCheckAt`, if it is due; undefined when it is not, or somebody was first. */
export function takeRefundTry(
  db: Queryable,
  id: string,
  now: string,
  nextCheckAt: string,
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set((row) => ({ nextCheckAt, checkCount: row('checkCount', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('refundRequestedAt', 'is not', null)
    .where('nextCheckAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** The bank is still at it. */
export async function postponeRefund(db: Queryable, id: string, nextCheckAt: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('refundRequestedAt', 'is not', null)
    .execute();
}

/** Takes the mark off again: the money stays. Only that of the request which was refused. A dispute is looked after still. */
export async function withdrawRefund(
  db: Queryable,
  id: string,
  refundRequestedAt: string,
  disputeCheckAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set((row) => ({
      refundRequestedAt: null,
      nextCheckAt: row.case().when('review', '=', 'dispute').then(disputeCheckAt).else(null).end(),
    }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('refundRequestedAt', '=', refundRequestedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
