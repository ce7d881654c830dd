import { findCoupon } from '#db/queries/coupons.ts';
import { findProductOnSale } from '#db/queries/products.ts';
import type { CouponRow } from '#db/tables.ts';
import type { CouponValidation, ValidateCoupon } from '#src/wire/checkout.ts';
import { dayOf } from '#src/wire/dates.ts';
import { centsToReais, formatCents } from '#src/wire/money.ts';
import { priceWith } from './pricing.ts';
import { notFound } from './refusals.ts';
import type { Shop } from './shop.ts';

/** Says what a coupon would take off this product. Takes nothing: the use is held when the purchase is created. */
export async function validateCoupon(shop: Shop, { code, productId }: ValidateCoupon): Promise<CouponValidation> {
  const product = await findProductOnSale(shop.db, productId);
  if (!product) throw notFound('Produto não encontrado.');
  const coupon = await findCoupon(shop.db, code);
  const reason = reasonAgainst(coupon, dayOf(shop.clock.now()));
  if (reason || !coupon) return { valid: false, message: reason ?? UNKNOWN };
  const { discountCents } = priceWith(product.priceCents, coupon);
  return {
    valid: true,
    message: `Cupom aplicado: ${formatCents(discountCents)} de desconto.`,
    coupon: {
      code: coupon.code,
      name: coupon.name,
      type: coupon.type,
      discount: coupon.discountHundredths / 100,
      discountValue: centsToReais(discountCents),
    },
  };
}

/** The sentence that says why a coupon cannot be used on that day, or null when it can. */
export function reasonAgainst(coupon: CouponRow | undefined, day: string): string | null {
  if (!coupon) return UNKNOWN;
  if (!coupon.isActive) return 'Este cupom não está ativo.';
  if (day < coupon.validFrom) return 'Este cupom ainda não começou a valer.';
  if (day > coupon.validTo) return 'Este cupom expirou.';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'Este cupom já atingiu o limite de usos.';
  return null;
}

const UNKNOWN = 'Cupom não encontrado. Confira o código e tente de novo.';
