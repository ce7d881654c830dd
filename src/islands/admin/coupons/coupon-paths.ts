import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';

/** Refetches every call that begins with it. */
export const COUPONS_PATH = COUPON_LIST.path;
