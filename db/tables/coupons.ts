import type { CouponType } from '#src/wire/coupons/pricing.ts';
import type { Flag, Plain } from './columns.ts';

export type CouponOrders = Plain<'nameOrder' | 'words'>;

export type CouponRow = {
  id: string;
  code: string;
  name: string;
  description: string;
  type: CouponType;
  /** It is in hundredths of a percent, or centavos when the type is FIXED. */
  discountHundredths: number;
  maxUses: number | null;
  /** Held and used redemptions both count. */
  used: number;
  /** Both days are inclusive, in São Paulo: `2026-11-21`. */
  validFrom: string;
  validTo: string;
  isActive: Flag;
  affiliateId: string | null;
  /** It is JSON; an empty list means every product. */
  productIds: string;
  /** One customer's held and used redemptions both count. */
  perCustomer: number | null;
  /** A product; only who bought it, and is signed in, has the discount. */
  onlyOwnersOf: string | null;
  createdAt: string;
  updatedAt: string;
  /** It is set when a redeemed coupon is deleted; its code is free again. */
  withdrawnAt: string | null;
};

/** It is HELD while open, then USED or FREED; LATE when money came after the hold was freed. */
export type RedemptionState = 'HELD' | 'USED' | 'FREED' | 'LATE';

export type RedemptionRow = {
  purchaseId: string;
  couponId: string;
  state: RedemptionState;
  createdAt: string;
  updatedAt: string;
};
