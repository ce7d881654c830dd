import type { CouponRow } from '#db/tables/coupons.ts';

export function productIdsOf({ productIds }: Pick<CouponRow, 'productIds'>): string[] {
  return JSON.parse(productIds);
}

/** A kit is discounted as a whole, and not by a coupon for one of its parts. */
export function isFor(coupon: CouponRow, { id, kit }: { id: string; kit: { id: string } | null }): boolean {
  const ids = productIdsOf(coupon);
  return ids.length === 0 || ids.includes(kit?.id ?? id);
}
