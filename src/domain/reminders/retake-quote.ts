import { findCoupon, findCouponById } from '#db/queries/coupons/coupons.ts';
import { findProductOnSale } from '#db/queries/products/products.ts';
import { listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { Price } from '#src/wire/coupons/pricing.ts';
import { whyNotUsable } from '../coupons/validate-coupon.ts';
import { type OrderedProducts, pricedByQuantity, priceOf } from '../purchases/quote-order.ts';

/** It is what a new Pix for the same items costs today. */
export type RetakeQuote = {
  products: Readonly<OrderedProducts>;
  coupon: CouponRow | null;
  price: Price;
  /** The purchase's coupon, where it does not hold any more and no other takes its place. */
  lostCode: string | null;
};

/** Returns null unless every item is still on sale. The better one of two coupons counts. */
export async function quoteRetake(
  db: Queryable,
  purchase: Pick<PurchaseRow, 'id' | 'couponCode'>,
  offeredCode: string | null,
  now: Date,
): Promise<RetakeQuote | null> {
  const found = new Map<string, ProductRow | undefined>();
  const items = await listItemsOfPurchase(db, purchase.id);
  for (const { productId } of items) found.set(productId, await findProductOnSale(db, productId));
  const [first, ...others] = items.map(({ productId }) => found.get(productId));
  if (!first || !others.every((product) => product !== undefined)) return null;
  const products = pricedByQuantity([first, ...others]);
  const codes = [...new Set([offeredCode, purchase.couponCode])].filter((code) => code !== null);
  let best: { coupon: CouponRow | null; price: Price } = { coupon: null, price: priceOf(products, undefined) };
  for (const code of codes) {
    const coupon = await findUsableCoupon(db, { code }, now);
    if (!coupon) continue;
    const price = priceOf(products, coupon);
    if (price.totalCents < best.price.totalCents) best = { coupon, price };
  }
  return { products, ...best, lostCode: best.coupon ? null : (codes[0] ?? null) };
}

export async function findUsableCoupon(
  db: Queryable,
  named: { code: string } | { id: string },
  now: Date,
): Promise<CouponRow | undefined> {
  const coupon = 'code' in named ? await findCoupon(db, named.code) : await findCouponById(db, named.id);
  return whyNotUsable(coupon, dayOf(now)) === null ? coupon : undefined;
}
