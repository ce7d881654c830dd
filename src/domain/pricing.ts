import type { CouponRow } from '#db/tables.ts';
import { MINIMUM_CHARGE_CENTS } from '#src/wire/checkout.ts';
import { shareOfCents } from '#src/wire/money.ts';

export type Price = { priceCents: number; discountCents: number; totalCents: number };

type Discount = Pick<CouponRow, 'type' | 'discountHundredths'>;

/** What a product costs with that coupon. A discount never takes the price under the minimum charge, nor does a price. */
export function priceWith(priceCents: number, discount: Discount | undefined): Price {
  const wanted = discount ? discountOn(priceCents, discount) : 0;
  const discountCents = Math.min(wanted, Math.max(0, priceCents - MINIMUM_CHARGE_CENTS));
  return { priceCents, discountCents, totalCents: Math.max(MINIMUM_CHARGE_CENTS, priceCents - discountCents) };
}

function discountOn(priceCents: number, { type, discountHundredths }: Discount): number {
  return type === 'FIXED' ? discountHundredths : shareOfCents(priceCents, discountHundredths);
}
