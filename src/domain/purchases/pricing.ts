import type { CouponRow } from '#db/tables.ts';
import { discountOf } from '#src/wire/coupons/coupons.ts';
import { MINIMUM_CHARGE_CENTS } from '#src/wire/purchases/checkout.ts';

export type Price = { priceCents: number; discountCents: number; totalCents: number };

type Discount = Pick<CouponRow, 'type' | 'discountHundredths'>;

export function priceWith(priceCents: number, discount: Discount | undefined): Price {
  const discountCents = discount ? discountOf(priceCents, discount) : 0;
  return { priceCents, discountCents, totalCents: Math.max(MINIMUM_CHARGE_CENTS, priceCents - discountCents) };
}
