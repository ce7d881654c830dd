import { chargedCents, formatCents, parseCents } from '#src/wire/basics/money.ts';
import type { CouponValidation } from '#src/wire/purchases/checkout.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';

export type AppliedCoupon = Extract<CouponValidation, { valid: true }>['coupon'];

export type Quote = { subtotal: string; coupon: { code: string; discount: string } | null; total: string };

/** The server computes its own amounts by the same rules. */
export function quoteFor(price: string, coupon: AppliedCoupon | null): Quote {
  const priceCents = parseCents(price) ?? 0;
  const discountCents = coupon ? (parseCents(coupon.discountValue) ?? 0) : 0;
  return {
    subtotal: price,
    coupon: coupon && { code: coupon.code, discount: formatCents(discountCents) },
    total: formatCents(chargedCents(priceCents, discountCents)),
  };
}

export function quoteOf({ items, totalAmount, couponCode }: Purchase): Quote {
  const priceCents = items.reduce((sum, { price }) => sum + (parseCents(price) ?? 0), 0);
  const discountCents = priceCents - (parseCents(totalAmount) ?? 0);
  return {
    subtotal: formatCents(priceCents),
    coupon: couponCode && discountCents > 0 ? { code: couponCode, discount: formatCents(discountCents) } : null,
    total: totalAmount,
  };
}
