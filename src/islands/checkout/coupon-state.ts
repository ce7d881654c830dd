import type { AppliedCoupon } from './quote.ts';

export type CouponState =
  | { name: 'open'; refusal: string | null }
  | { name: 'checking' }
  | { name: 'applied'; coupon: AppliedCoupon };

export type CouponStart = { code: string; state: CouponState };

/** The specification's words before the shop's own: 'Cupom inválido: este cupom expirou.' */
export function couponRefusal(message: string): string {
  return /^cupom inválido/i.test(message) ? message : `Cupom inválido. ${message}`;
}
