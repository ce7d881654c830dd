import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import { countRows } from '../../results.ts';
import type { RedemptionRow, RedemptionState } from '../../tables/coupons.ts';
import type { Queryable } from '../../tables.ts';

export async function insertRedemption(db: Queryable, redemption: RedemptionRow): Promise<void> {
  await db.insertInto('redemptions').values(redemption).execute();
}

export function findRedemption(db: Queryable, purchaseId: string): Promise<RedemptionRow | undefined> {
  return db.selectFrom('redemptions').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

/** Held and used ones, also those paid late that were not given back; the customer stands for the address. */
export function countUsesOfCustomer(db: Queryable, couponId: string, customerId: string): Promise<number> {
  return db
    .selectFrom('redemptions')
    .innerJoin('purchases', 'purchases.id', 'redemptions.purchaseId')
    .where('couponId', '=', couponId)
    .where('customerId', '=', customerId)
    .where('state', 'in', ['HELD', 'USED', 'LATE'])
    .where('purchases.status', '<>', 'REFUNDED')
    .$call(countRows);
}

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

/** A hold that was freed meanwhile becomes LATE; no row means a purchase without a coupon. One that changed since asks nothing. */
export const redemptionUsed = prepared(
  (db, { purchaseId, now }: Placeholders<{ purchaseId: string; now: string }>, isDue) =>
    db
      .updateTable('redemptions')
      .set((row) => ({
        state: row
          .case('state')
          .when('HELD')
          .then(sql.lit<RedemptionState>('USED'))
          .when('FREED')
          .then(sql.lit<RedemptionState>('LATE'))
          .else(row.ref('state'))
          .end(),
        updatedAt: now,
      }))
      .where('purchaseId', '=', purchaseId)
      .where(isDue)
      .returning((row) =>
        row
          .selectFrom('coupons')
          .select('onlyOwnersOf')
          .whereRef('coupons.id', '=', 'redemptions.couponId')
          .whereRef('coupons.updatedAt', '<', 'redemptions.createdAt')
          .$asScalar()
          .as('onlyOwnersOf'),
      ),
);
