import { countCoupons, type ListedCoupon, listCoupons } from '#db/queries/coupons.ts';
import { sliceOf } from '#db/queries/paging.ts';
import type { Coupon, CouponListRequest } from '#src/wire/coupons.ts';
import type { Page } from '#src/wire/lists.ts';
import type { Shop } from './shop.ts';

/** Every coupon, newest first. */
export async function listAllCoupons(shop: Shop): Promise<Coupon[]> {
  const rows = await listCoupons(shop.db, { q: '', isActive: null }, { by: 'createdAt', order: 'desc' });
  return rows.map(publicCoupon);
}

export async function listCouponPage(shop: Shop, request: CouponListRequest): Promise<Page<Coupon>> {
  const { q, isActive, sort, order, page, pageSize } = request;
  const [total, rows] = await Promise.all([
    countCoupons(shop.db, { q, isActive }),
    listCoupons(shop.db, { q, isActive }, { by: COLUMNS[sort], order }, sliceOf(request)),
  ]);
  return { items: rows.map(publicCoupon), total, page, pageSize };
}

/** A coupon as the calls answer it. */
export function publicCoupon(row: ListedCoupon): Coupon {
  const { id, code, name, description, type, maxUses, used, validFrom, validTo, createdAt } = row;
  return {
    id,
    code,
    name,
    description,
    discount: row.discountHundredths / 100,
    type,
    maxUses,
    used,
    validFrom,
    validTo,
    isActive: row.isActive === 1,
    createdAt,
    affiliate: row.affiliateId && row.affiliateName ? { id: row.affiliateId, name: row.affiliateName } : null,
  };
}

const COLUMNS = {
  createdAt: 'createdAt',
  code: 'code',
  name: 'nameOrder',
  discount: 'discountHundredths',
  used: 'used',
  validTo: 'validTo',
  isActive: 'isActive',
} as const;
