import type { Queryable, RedemptionRow, RedemptionState } from '../tables.ts';

export async function insertRedemption(db: Queryable, redemption: RedemptionRow): Promise<void> {
  await db.insertInto('redemptions').values(redemption).execute();
}

export function findRedemption(db: Queryable, purchaseId: string): Promise<RedemptionRow | undefined> {
  return db.selectFrom('redemptions').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

/** Moves the redemption of a purchase on, if it stands in one of the states `from`. Answers the coupon it belongs to. */
export async function updateRedemption(
  db: Queryable,
  purchaseId: string,
  from: RedemptionState[],
  to: RedemptionState,
  now: string,
): Promise<string | undefined> {
  const moved = await db
    .updateTable('redemptions')
    .set({ state: to, updatedAt: now })
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', from)
    .returning('couponId')
    .executeTakeFirst();
  return moved?.couponId;
}
