import { chargedCents, MINIMUM_CHARGE_CENTS, shareOfCents } from '../basics/money.ts';

export const COUPON_TYPES = ['PERCENT', 'FIXED', 'AFFILIATE'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

type Discount = { type: CouponType; discountHundredths: number };

export type Price = { priceCents: number; discountCents: number; totalCents: number };

export function priceWith(priceCents: number, discount: Discount | undefined): Price {
  const discountCents = discount ? discountOf(priceCents, discount) : 0;
  return { priceCents, discountCents, totalCents: chargedCents(priceCents, discountCents) };
}

export function discountOf(priceCents: number, { type, discountHundredths }: Discount): number {
  const wanted = type === 'FIXED' ? discountHundredths : shareOfCents(priceCents, discountHundredths);
  return Math.min(wanted, Math.max(0, priceCents - MINIMUM_CHARGE_CENTS));
}
