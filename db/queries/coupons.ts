import { sql } from 'kysely';
import type { CouponRow, Queryable } from '../tables.ts';

export function findCoupon(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

/** Takes one use of a coupon that is valid on `day` (`2026-11-21`), or answers undefined and takes nothing. */
export function takeCouponUse(db: Queryable, code: string, day: string): Promise<CouponRow | undefined> {
  return db
    .updateTable('coupons')
    .set((row) => ({ used: row('used', '+', 1) }))
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('withdrawnAt', 'is', null)
    .where('isActive', '=', 1)
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .where((row) => row.or([row('maxUses', 'is', null), row('used', '<', row.ref('maxUses'))]))
    .returningAll()
    .executeTakeFirst();
}

export async function freeCouponUse(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('coupons')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('id', '=', id)
    .execute();
}
