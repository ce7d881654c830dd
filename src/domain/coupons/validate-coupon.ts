import { findProduct, findProductOnSale } from '#db/queries/products/products.ts';
import { listOwnedItems } from '#db/queries/purchases/owned-items.ts';
import { countUsesOfCustomer } from '#db/queries/purchases/redemptions.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { Queryable } from '#db/tables.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { centsToReais, formatCents } from '#src/wire/basics/money.ts';
import { type Price, priceWith } from '#src/wire/coupons/pricing.ts';
import type { CouponValidation } from '#src/wire/purchases/checkout.ts';
import type { ValidateCoupon } from '#src/wire/purchases/create-payment.ts';
import { unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { findTypedCoupon } from './coupon-codes.ts';
import { isFor } from './coupon-scope.ts';

/** Holds no use; creating the purchase does. */
export async function validateCoupon(
  shop: Shop,
  { code, productId }: ValidateCoupon,
  clientNetwork: string,
  buyerId: string | null = null,
): Promise<CouponValidation> {
  const product = await findProductOnSale(shop.db, productId);
  if (!product) throw unknownProduct();
  const coupon = await findTypedCoupon(shop, code, clientNetwork);
  const items = [{ takesCoupon: coupon !== undefined && isFor(coupon, { ...product, kit: null }) }];
  const reason = await whyNotForOrder(shop.db, coupon, items, { day: dayOf(shop.clock.now()), buyerId });
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

export type CouponUser = {
  day: string;
  /** The customer who is known to ask; null for a stranger, who learns nothing of anybody's purchases. */
  buyerId: string | null;
};

export async function whyNotForOrder(
  db: Queryable,
  coupon: CouponRow | undefined,
  items: readonly { takesCoupon: boolean }[],
  { day, buyerId }: CouponUser,
): Promise<string | null> {
  const reason = whyNotUsable(coupon, day);
  if (reason !== null || !coupon) return reason;
  if (!items.some(({ takesCoupon }) => takesCoupon)) return NOT_FOR_THESE;
  return (await whyNotForOwner(db, coupon, buyerId)) ?? (buyerId === null ? null : whyUsedUp(db, coupon, buyerId));
}

async function whyNotForOwner(
  db: Queryable,
  { onlyOwnersOf }: CouponRow,
  buyerId: string | null,
): Promise<string | null> {
  if (onlyOwnersOf === null) return null;
  const owned = buyerId === null ? [] : await listOwnedItems(db, buyerId);
  if (owned.some(({ productId }) => productId === onlyOwnersOf)) return null;
  const product = await findProduct(db, onlyOwnersOf);
  if (!product) return NOT_FOR_THESE;
  const need = `Este cupom é para quem já tem ${product.name}`;
  return buyerId === null
    ? `${need}. Entre em Minhas compras e use o cupom de novo.`
    : `${need}. A conta em que você entrou em Minhas compras não tem.`;
}

/**
 * Call it once the customer's row is written: others of the same address then wait. An unpaid order, which anybody can make
 * for any address, counts as well as a sale and the sentence names both: so a refusal tells nobody who bought.
 */
export async function whyUsedUp(
  db: Queryable,
  { id, perCustomer }: CouponRow,
  customerId: string,
): Promise<string | null> {
  if (perCustomer === null || (await countUsesOfCustomer(db, id, customerId)) < perCustomer) return null;
  const times = perCustomer === 1 ? 'uma vez' : `${perCustomer} vezes`;
  return `Este cupom vale ${times} por e-mail, contando pedidos que esperam pagamento, e não vale mais para este. Compre sem ele, ou com outro cupom.`;
}

/** The code of an order that is refused for its address. */
export const COUPON_USED_UP = 'coupon_used_up';
export const OTHER_ADDRESS = 'Este cupom é da sua conta em Minhas compras: faça a compra com o e-mail dela.';
const NOT_FOR_THESE = 'Este cupom não vale para este produto.';

export const UNKNOWN_CODE = 'Cupom não encontrado. Confira o código e tente de novo.';
