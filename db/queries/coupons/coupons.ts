import { type Insertable, sql } from 'kysely';
import { countRows, deletesAny, updatesAny } from '../../results.ts';
import type { CouponRow } from '../../tables/coupons.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { contains } from '../lists/like-search.ts';
import type { Slice } from '../lists/paging.ts';

export function findCoupon(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

/** Returns false when the coupon cannot be used on `day` (`2026-11-21`), or what it discounts changed since it was read. */
export function takeCouponUse(db: Queryable, coupon: CouponRow, day: string): Promise<boolean> {
  return db
    .updateTable('coupons')
    .set((row) => ({ used: row('used', '+', 1) }))
    .where('id', '=', coupon.id)
    .where('type', '=', coupon.type)
    .where('discountHundredths', '=', coupon.discountHundredths)
    .where('productIds', '=', coupon.productIds)
    .where('withdrawnAt', 'is', null)
    .where('isActive', '=', 1)
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .where((row) => row.or([row('maxUses', 'is', null), row('used', '<', row.ref('maxUses'))]))
    .$call(updatesAny);
}

export async function freeCouponUse(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('coupons')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('id', '=', id)
    .execute();
}

/** `ids` are the chosen rows; all are meant without them. */
export type CouponFilter = { q: string; isActive: boolean | null; ids?: readonly string[] | null };

export type ListedCoupon = Awaited<ReturnType<typeof listCoupons>>[number];

type CouponOrder = 'createdAt' | 'code' | 'nameOrder' | 'discountHundredths' | 'used' | 'validTo' | 'isActive';

export function listCoupons(db: Queryable, filter: CouponFilter, by: CouponOrder, { order, limit, offset }: Slice) {
  return listedCoupons(db, filter)
    .select(['coupons.id', 'coupons.code', 'coupons.name', 'coupons.description', 'coupons.type'])
    .select(['discountHundredths', 'maxUses', 'used', 'validFrom', 'validTo', 'coupons.isActive', 'affiliateId'])
    .select(['productIds', 'perCustomer', 'onlyOwnersOf'])
    .select(['coupons.createdAt', 'users.name as affiliateName'])
    .orderBy(`coupons.${by}`, order)
    .orderBy('coupons.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countCoupons(db: Queryable, filter: CouponFilter): Promise<number> {
  return listedCoupons(db, filter).$call(countRows);
}

function listedCoupons(db: Queryable, { q, isActive, ids = null }: CouponFilter) {
  return db
    .selectFrom('coupons')
    .leftJoin('users', 'users.id', 'coupons.affiliateId')
    .where('withdrawnAt', 'is', null)
    .$if(q !== '', (coupons) => coupons.where('coupons.id', 'in', couponsWith(db, q)))
    .$if(ids !== null, (coupons) => coupons.where('coupons.id', 'in', ids ?? []))
    .$if(isActive !== null, (coupons) => coupons.where('coupons.isActive', '=', isActive ? 1 : 0));
}

/** Forces SQLite to use the search index, since recomputing the words per row is slow. */
function couponsWith(db: Queryable, q: string) {
  return db
    .selectFrom('coupons as found')
    .select('found.id')
    .where('found.words', '>=', '')
    .where(contains('found.words', q));
}

/** The affiliate's name only while the account is open. */
export function findCouponById(db: Queryable, id: string) {
  return db
    .selectFrom('coupons')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'coupons.affiliateId').on('users.isAffiliate', '=', 1))
    .selectAll('coupons')
    .select('users.name as affiliateName')
    .where('coupons.id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

export function findCouponOfAffiliate(db: Queryable, affiliateId: string): Promise<CouponRow | undefined> {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where('affiliateId', '=', affiliateId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

export async function listCodesFrom(
  db: Queryable,
  start: string,
): Promise<{ code: string; affiliateId: string | null }[]> {
  return db
    .selectFrom('coupons')
    .select(['code', 'affiliateId'])
    .where('withdrawnAt', 'is', null)
    .where(sql`lower(code)`, '>=', start.toLowerCase())
    .where(sql`lower(code)`, '<', `${start.toLowerCase()}\u{10ffff}`)
    .execute();
}

export type NewCoupon = Insertable<Tables['coupons']>;

export async function insertCoupon(db: Queryable, coupon: NewCoupon): Promise<void> {
  await db.insertInto('coupons').values(coupon).execute();
}

/** Returns false when more is used than the change allows. */
export function updateCoupon(
  db: Queryable,
  id: string,
  change: Partial<Omit<CouponRow, 'id' | 'used' | 'affiliateId' | 'withdrawnAt'>>,
): Promise<boolean> {
  const { maxUses } = change;
  return db
    .updateTable('coupons')
    .set(change)
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .$if(typeof maxUses === 'number', (coupons) => coupons.where('used', '<=', maxUses ?? 0))
    .$call(updatesAny);
}

export function deleteUnredeemedCoupon(db: Queryable, id: string): Promise<boolean> {
  return db
    .deleteFrom('coupons')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('redemptions').select('purchaseId').whereRef('couponId', '=', 'coupons.id'))),
    )
    .$call(deletesAny);
}

export async function withdrawCoupon(db: Queryable, id: string, now: string): Promise<void> {
  await db
    .updateTable('coupons')
    .set({ withdrawnAt: now, isActive: 0, updatedAt: now })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .execute();
}
