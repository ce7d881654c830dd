import { findProductOnSale } from '#db/queries/products/products.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { centsToReais, formatCents } from '#src/wire/basics/money.ts';
import { type Price, priceWith } from '#src/wire/coupons/pricing.ts';
import type { CouponValidation } from '#src/wire/purchases/checkout.ts';
import type { ValidateCoupon } from '#src/wire/purchases/create-payment.ts';
import { unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { findTypedCoupon } from './coupon-codes.ts';

/** Holds no use; creating the purchase does. */
export async function validateCoupon(
  shop: Shop,
  { code, productId }: ValidateCoupon,
  clientNetwork: string,
): Promise<CouponValidation> {
  const product = await findProductOnSale(shop.db, productId);
  if (!product) throw unknownProduct();
  const coupon = await findTypedCoupon(shop, code, clientNetwork);
  const reason = whyNotUsable(coupon, dayOf(shop.clock.now()));
  if (reason || !coupon) return { valid: false, message: reason ?? UNKNOWN_CODE };
  const price = priceWith(product.priceCents, coupon);
  return {
    valid: true,
    message: couponMessage(price),
    coupon: {
      code: coupon.code,
      name: coupon.name,
      type: coupon.type,
      discount: coupon.discountHundredths / 100,
      discountValue: centsToReais(price.discountCents),
    },
  };
}

export function couponMessage({ discountCents }: Price): string {
  return `Cupom aplicado: ${formatCents(discountCents)} de desconto.`;
}

export function whyNotUsable(coupon: CouponRow | undefined, day: string): string | null {
  if (!coupon) return UNKNOWN_CODE;
  if (!coupon.isActive) return 'Este cupom não está ativo.';
  if (day < coupon.validFrom) return 'Este cupom ainda não começou a valer.';
  if (day > coupon.validTo) return 'Este cupom expirou.';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'Este cupom já atingiu o limite de usos.';
  return null;
}

export const UNKNOWN_CODE = 'Cupom não encontrado. Confira o código e tente de novo.';
