import { type CouponFilter, countCoupons, type ListedCoupon, listCoupons } from '#db/queries/coupons/coupons.ts';
import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import { listProductNames } from '#db/queries/products/products.ts';
import type { Coupon, CouponListRequest, CouponProduct } from '#src/wire/coupons/coupons.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { readListPage } from '../lists/list-pages.ts';
import type { Shop } from '../shop.ts';
import { productIdsOf } from './coupon-scope.ts';

export async function listAllCoupons(shop: Shop): Promise<Coupon[]> {
  const rows = await listCoupons(shop.db, { q: '', isActive: null }, 'createdAt', allRows('desc'));
  return rows.map(toCouponDto);
}

export async function listCouponPage(shop: Shop, request: CouponListRequest): Promise<Page<Coupon>> {
  const filter = couponFilterOf(request);
  const source = {
    total: await countCoupons(shop.db, filter),
    read: ({ slice }: PagePlan) => listCoupons(shop.db, filter, COLUMNS[request.sort], slice),
  };
  return readListPage(request, source, toCouponDto);
}

/** What a coupon can be for; those that were deleted are left out. */
export async function listCouponProducts({ db }: Shop): Promise<CouponProduct[]> {
  const products = await listProductNames(db);
  return products.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ id, name }) => ({ id, name }));
}

export function couponFilterOf({ q, status }: CouponListRequest): CouponFilter {
  return { q, isActive: status === null ? null : status === 'active' };
}

export function toCouponDto(row: ListedCoupon): Coupon {
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
    productIds: productIdsOf(row),
    perCustomer: row.perCustomer,
    onlyOwnersOf: row.onlyOwnersOf,
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
