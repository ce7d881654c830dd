import { sql } from 'kysely';
import { findsAny } from '../../results.ts';
import type { PartnerColumns } from '../../tables/affiliates.ts';
import type { Queryable } from '../../tables.ts';

/** Includes closed accounts. */
export function findPartner(db: Queryable, id: string) {
  return partners(db).where('users.id', '=', id).executeTakeFirst();
}

export type PartnerFound = NonNullable<Awaited<ReturnType<typeof findPartner>>>;

export function findPartnerByEmail(db: Queryable, email: string) {
  return partners(db).where('users.email', '=', email).where('users.isAffiliate', '=', 1).executeTakeFirst();
}

/** Only a partner whose link counts. */
export function findPartnerByCode(db: Queryable, code: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('coupons')
    .innerJoin('users', 'users.id', 'coupons.affiliateId')
    .select('users.id')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('withdrawnAt', 'is', null)
    .where('users.isAffiliate', '=', 1)
    .where('users.isActive', '=', 1)
    .executeTakeFirst();
}

function partners(db: Queryable) {
  return db
    .selectFrom('affiliates')
    .innerJoin('users', 'users.id', 'affiliates.userId')
    .leftJoin('coupons', (join) =>
      join.onRef('coupons.affiliateId', '=', 'users.id').on('coupons.withdrawnAt', 'is', null),
    )
    .select(['users.id', 'users.name', 'users.email', 'users.isAffiliate', 'users.isActive'])
    .select(['affiliates.createdAt', 'affiliates.commissionHundredths', 'coupons.code as couponCode'])
    .select(['coupons.discountHundredths', 'coupons.type as couponType', 'affiliates.notes'])
    .select(['pixKeyType', 'pixKey', 'pixKeyHeldUntil', 'termsVersion', 'termsAcceptedAt']);
}

export async function updatePartner(db: Queryable, id: string, change: Partial<PartnerColumns>): Promise<void> {
  await db.updateTable('affiliates').set(change).where('userId', '=', id).execute();
}

export async function countClick(db: Queryable, affiliateId: string, day: string): Promise<void> {
  await db
    .insertInto('partnerClicks')
    .values({ affiliateId, day, clicks: 1 })
    .onConflict((conflict) =>
      conflict.columns(['affiliateId', 'day']).doUpdateSet({ clicks: sql<number>`"partnerClicks".clicks + 1` }),
    )
    .execute();
}

/** Days as `2026-11-28`, newest first. */
export function listClicks(
  db: Queryable,
  affiliateId: string,
  from: string,
): Promise<{ day: string; clicks: number }[]> {
  return db
    .selectFrom('partnerClicks')
    .select(['day', 'clicks'])
    .where('affiliateId', '=', affiliateId)
    .where('day', '>=', from)
    .orderBy('day', 'desc')
    .execute();
}

/** Purchases that were never paid refer to an affiliate too. */
export function hasAttributedPurchase(db: Queryable, affiliateId: string): Promise<boolean> {
  return db.selectFrom('purchases').where('affiliateId', '=', affiliateId).$call(findsAny);
}
