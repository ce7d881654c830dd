import { findProductOnSale } from '#db/queries/products/products.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { formatCents, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import { type Price, priceWith } from '#src/wire/coupons/pricing.ts';
import { unitCents } from '#src/wire/products/quantity-steps.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import type { CreatePayment, QuoteOrder } from '#src/wire/purchases/create-payment.ts';
import { groupsOf } from '#src/wire/purchases/items.ts';
import { findTypedCoupon } from '../coupons/coupon-codes.ts';
import { couponMessage, whyNotUsable } from '../coupons/validate-coupon.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** A product at what one of so many costs; `singleCents` is what it costs alone. */
type OrderedProduct = ProductRow & { singleCents: number };

/** At least one; each of several licenses of a product stands for itself. */
export type OrderedProducts = [OrderedProduct, ...OrderedProduct[]];

export async function quoteOrder(shop: Shop, asked: QuoteOrder, clientNetwork: string): Promise<OrderQuote> {
  await takeOrRefuse(shop, 'quotes', clientNetwork);
  return showQuote(shop, asked, clientNetwork);
}

/** Holds nothing, neither the price nor a use of the coupon: creating the purchase does. */
export async function showQuote(shop: Shop, asked: QuoteOrder, clientNetwork: string): Promise<OrderQuote> {
  const products = await findOrdered(shop.db, asked);
  const { couponCode } = asked;
  const coupon = couponCode ? await findTypedCoupon(shop, couponCode, clientNetwork) : undefined;
  const reason = couponCode ? whyNotUsable(coupon, dayOf(shop.clock.now())) : null;
  const price = priceOf(products, reason === null ? coupon : undefined);
  return {
    lines: groupsOf(products, ({ id }) => id).map(lineOf),
    subtotalAmount: formatCents(price.priceCents),
    discountAmount: formatCents(price.discountCents),
    totalAmount: formatCents(price.totalCents),
    coupon: couponCode ? { valid: reason === null, message: reason ?? couponMessage(price) } : null,
  };
}

export async function findOrdered(
  db: Queryable,
  {
    productId,
    quantity = 1,
    furtherProductIds = [],
  }: Pick<CreatePayment, 'productId' | 'quantity' | 'furtherProductIds'>,
): Promise<OrderedProducts> {
  const product = await findOnSale(db, productId);
  if (quantity > 1 && !product.allowsQuantity) throw onlyOne();
  const ordered: [ProductRow, ...ProductRow[]] = [product, ...Array.from({ length: quantity - 1 }, () => product)];
  for (const id of furtherProductIds) {
    ordered.push(ordered.find((found) => found.id === id) ?? (await findOnSale(db, id)));
  }
  return pricedByQuantity(ordered);
}

/** Several of one product cost less where its owner says so. */
export function pricedByQuantity(products: readonly [ProductRow, ...ProductRow[]]): OrderedProducts {
  const groups = Map.groupBy(products, ({ id }) => id);
  const priced = (product: ProductRow): OrderedProduct => {
    const { id, priceCents, quantitySteps } = product;
    const quantity = groups.get(id)?.length ?? 1;
    const unit = unitCents(priceCents, quantitySteps, quantity, MINIMUM_CHARGE_CENTS);
    return { ...product, priceCents: unit, singleCents: priceCents };
  };
  const [first, ...others] = products;
  return [priced(first), ...others.map(priced)];
}

/** All that the shop says an order costs, it charges by this. */
export function priceOf(products: Readonly<OrderedProducts>, coupon: CouponRow | undefined): Price {
  return priceWith(sumOf(products), coupon);
}

async function findOnSale(db: Queryable, id: string): Promise<ProductRow> {
  const product = await findProductOnSale(db, id);
  if (!product) throw unknownProduct();
  return product;
}

function lineOf(products: Readonly<OrderedProducts>): OrderQuote['lines'][number] {
  const [{ id, name, priceCents, singleCents }] = products;
  return {
    productId: id,
    name,
    quantity: products.length,
    priceAmount: formatCents(priceCents),
    totalAmount: formatCents(sumOf(products)),
    reducedFrom: priceCents < singleCents ? formatCents(singleCents) : null,
  };
}

function sumOf(products: readonly ProductRow[]): number {
  return products.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

function onlyOne() {
  const sentence = 'Este produto se vende uma licença por compra.';
  return refusal('invalid', 'invalid', sentence, { fields: { quantity: sentence } });
}
