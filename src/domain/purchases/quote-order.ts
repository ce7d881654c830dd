import { listOffersBeside } from '#db/queries/offers/offers.ts';
import { listProductsOfKit } from '#db/queries/products/kits.ts';
import { findProductOnSale } from '#db/queries/products/products.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { chargedCents, formatCents, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import { type Price, priceWith } from '#src/wire/coupons/pricing.ts';
import { OFFER_GONE } from '#src/wire/offers/offers.ts';
import { unitCents } from '#src/wire/products/quantity-steps.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import type { CreatePayment, QuoteOrder } from '#src/wire/purchases/create-payment.ts';
import { groupsOf } from '#src/wire/purchases/items.ts';
import { findTypedCoupon } from '../coupons/coupon-codes.ts';
import { isFor } from '../coupons/coupon-scope.ts';
import { couponMessage, whyNotForOrder } from '../coupons/validate-coupon.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { findRenewal } from './renewals.ts';
import { proveUpgrade, toUpgrade } from './upgrades.ts';

/** A product at what one of so many, or this part of its kit, costs in this order, before a coupon. */
export type OrderedItem = ProductRow & {
  /** What it costs alone. */
  singleCents: number;
  /** What an offer already reduces costs the same with a coupon. */
  takesCoupon: boolean;
  kit: { id: string; name: string } | null;
  offerId: string | null;
  /** It costs the upgrade price of the product, for the owner of this item. */
  upgradesItemId?: string;
  /** It completes a kit, for the owner of these items. */
  completesItemIds?: readonly string[];
  /** It prolongs the updates of this item by the months of the product. */
  renewsItemId?: string;
};

/** At least one; each of several licenses of a product stands for itself. */
export type OrderedItems = [OrderedItem, ...OrderedItem[]];

/** `buyerId` is the customer who is signed in to Minhas compras. */
export async function quoteOrder(
  shop: Shop,
  asked: QuoteOrder,
  clientNetwork: string,
  buyerId: string | null = null,
): Promise<OrderQuote> {
  await takeOrRefuse(shop, 'quotes', clientNetwork);
  return showQuote(shop, asked, clientNetwork, buyerId);
}

/** Holds nothing, neither the price nor a use of the coupon: creating the purchase does. */
export async function showQuote(
  shop: Shop,
  asked: QuoteOrder,
  clientNetwork: string,
  buyerId: string | null = null,
): Promise<OrderQuote> {
  const ordered = await findQuoted(shop, asked, { clientNetwork, buyerId });
  const { couponCode } = asked;
  const coupon = couponCode ? await findTypedCoupon(shop, couponCode, clientNetwork) : undefined;
  const products = withCoupon(ordered, coupon);
  const user = { day: dayOf(shop.clock.now()), buyerId };
  const reason = couponCode ? await whyNotForOrder(shop.db, coupon, products, user) : null;
  const price = priceOf(products, reason === null ? coupon : undefined);
  return {
    lines: groupsOf(products, (item) => `${soldAs(item)} ${item.offerId}`).map(lineOf),
    subtotalAmount: formatCents(price.priceCents),
    discountAmount: formatCents(price.discountCents),
    totalAmount: formatCents(price.totalCents),
    coupon: couponCode ? { valid: reason === null, message: reason ?? couponMessage(price) } : null,
  };
}

async function findQuoted(
  shop: Shop,
  asked: QuoteOrder,
  who: { clientNetwork: string; buyerId: string | null },
): Promise<OrderedItems> {
  const { productId, upgrade, renewsItemId, offerIds = [] } = asked;
  if (renewsItemId) return findRenewal(shop.db, { ...asked, renewsItemId }, who.buyerId, shop.clock.now());
  if (!upgrade) return findOrdered(shop.db, asked);
  const license = await proveUpgrade(shop, { ...asked, upgrade }, who);
  const offered = await findOffered(shop.db, productId, offerIds);
  return [toUpgrade(await findOnSale(shop.db, productId), license), ...offered];
}

export async function findOrdered(
  db: Queryable,
  {
    productId,
    quantity = 1,
    furtherProductIds = [],
    offerIds = [],
  }: Pick<CreatePayment, 'productId' | 'quantity' | 'furtherProductIds' | 'offerIds'>,
): Promise<OrderedItems> {
  const product = await findOnSale(db, productId);
  if (quantity > 1 && !product.allowsQuantity) throw onlyOne();
  const ordered: [ProductRow, ...ProductRow[]] = [product, ...Array.from({ length: quantity - 1 }, () => product)];
  for (const id of furtherProductIds) {
    const again = ordered.find((found) => found.id === id);
    if (again?.kind === 'kit') throw onlyOne();
    ordered.push(again ?? (await findOnSale(db, id)));
  }
  return [...(await itemsToSell(db, ordered)), ...(await findOffered(db, productId, offerIds))];
}

/** Each costs what its offer says, and a coupon reduces it no further. */
export async function findOffered(
  db: Queryable,
  productId: string,
  offerIds: readonly string[],
): Promise<OrderedItem[]> {
  const standing = offerIds.length > 0 ? await listOffersBeside(db, productId) : [];
  const taken = standing.filter(({ id }) => offerIds.includes(id));
  if (taken.length < offerIds.length) throw offerGone();
  return Promise.all(
    taken.map(async ({ id, offeredProductId, priceCents }) => {
      const product = await findOnSale(db, offeredProductId);
      return { ...product, priceCents, singleCents: product.priceCents, takesCoupon: false, kit: null, offerId: id };
    }),
  );
}

/** Several of one product cost less where its owner says so; a kit is sold as its parts, which share its price. */
export async function itemsToSell(
  db: Queryable,
  products: readonly [ProductRow, ...ProductRow[]],
): Promise<OrderedItems> {
  const groups = Map.groupBy(products, ({ id }) => id);
  const sell = async (product: ProductRow): Promise<OrderedItem[]> => {
    const { id, name, priceCents, quantitySteps } = product;
    const plain = { takesCoupon: true, kit: null, offerId: null };
    if (product.kind === 'kit') {
      const parts = await listProductsOfKit(db, id);
      const shares = apportion(
        priceCents,
        parts.map((part) => part.priceCents),
      );
      return parts.map((part, at) => {
        const shareCents = shares[at] ?? 0;
        return { ...part, ...plain, priceCents: shareCents, singleCents: shareCents, kit: { id, name } };
      });
    }
    const quantity = groups.get(id)?.length ?? 1;
    const unit = unitCents(priceCents, quantitySteps, quantity, MINIMUM_CHARGE_CENTS);
    return [{ ...product, ...plain, priceCents: unit, singleCents: priceCents }];
  };
  const [first, ...others] = (await Promise.all(products.map(sell))).flat();
  if (!first) throw unknownProduct();
  return [first, ...others];
}

/** What a visitor chose: the kit of a part, or else the product itself. */
export function soldAs({ id, kit }: Pick<OrderedItem, 'id' | 'kit'>): string {
  return kit?.id ?? id;
}

/** What the coupon is not for keeps its price beside it. */
export function withCoupon([first, ...others]: Readonly<OrderedItems>, coupon: CouponRow | undefined): OrderedItems {
  const ordered = (item: OrderedItem): OrderedItem => ({
    ...item,
    takesCoupon: item.takesCoupon && (coupon === undefined || isFor(coupon, item)),
  });
  return [ordered(first), ...others.map(ordered)];
}

/** All that the shop says an order costs, it charges by this. */
export function priceOf(items: Readonly<OrderedItems>, coupon: CouponRow | undefined): Price {
  const { discountCents } = priceWith(sumOf(items.filter(({ takesCoupon }) => takesCoupon)), coupon);
  const priceCents = sumOf(items);
  return { priceCents, discountCents, totalCents: chargedCents(priceCents, discountCents) };
}

async function findOnSale(db: Queryable, id: string): Promise<ProductRow> {
  const product = await findProductOnSale(db, id);
  if (!product) throw unknownProduct();
  return product;
}

function lineOf(products: Readonly<OrderedItems>): OrderQuote['lines'][number] {
  const [{ id, name, kit, priceCents, singleCents }] = products;
  const totalAmount = formatCents(sumOf(products));
  if (kit) {
    return { productId: kit.id, name: kit.name, quantity: 1, priceAmount: totalAmount, totalAmount, reducedFrom: null };
  }
  return {
    productId: id,
    name,
    quantity: products.length,
    priceAmount: formatCents(priceCents),
    totalAmount,
    reducedFrom: priceCents < singleCents ? formatCents(singleCents) : null,
  };
}

function sumOf(products: readonly ProductRow[]): number {
  return products.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

function offerGone() {
  return conflict('offer_gone', OFFER_GONE);
}

function onlyOne() {
  return invalid('quantity', 'Este produto se vende uma licença por compra.');
}
