import { COUPON_LIST } from '#src/wire/coupons.ts';

/** Whatever begins with it is read again after a change. */
export const COUPONS_PATH = COUPON_LIST.path;
