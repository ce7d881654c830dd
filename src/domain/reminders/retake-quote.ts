import { findCoupon, findCouponById } from '#db/queries/coupons/coupons.ts';
import { listOffersBeside } from '#db/queries/offers/offers.ts';
import { findProductOnSale } from '#db/queries/products/products.ts';
import { listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { Price } from '#src/wire/coupons/pricing.ts';
import { chosenId, groupsOf } from '#src/wire/purchases/items.ts';
import { whyNotForOrder, whyNotUsable } from '../coupons/validate-coupon.ts';
import { readPaid, sellMissingParts } from '../purchases/complete-kit.ts';
import {
  findOffered,
  itemsToSell,
  type OrderedItem,
  type OrderedItems,
  priceOf,
  withCoupon,
} from '../purchases/quote-order.ts';
import { listRenewals, toRenewal } from '../purchases/renewals.ts';
import { listUpgradable, toUpgrade } from '../purchases/upgrades.ts';

/** It is what a new Pix for the same items costs today. */
export type RetakeQuote = {
  products: Readonly<OrderedItems>;
  /** Set where these are the parts of a kit that this customer lacks. */
  completesFor: string | null;
  coupon: CouponRow | null;
  price: Price;
  /** The purchase's coupon, where it does not hold any more and no other takes its place. */
  lostCode: string | null;
};

/**
 * Returns null unless every item is still on sale, a part of a kit by its kit. The better one of two coupons counts; the
 * link came to its owner's mailbox.
 */
export async function quoteRetake(
  db: Queryable,
  purchase: Pick<PurchaseRow, 'id' | 'customerId' | 'couponCode'>,
  offeredCode: string | null,
  now: Date,
): Promise<RetakeQuote | null> {
  const found = new Map<string, ProductRow | undefined>();
  const items = await listItemsOfPurchase(db, purchase.id);
  const offerIds = await listStandingOffers(db, items);
  const plain = items.filter(({ offerId }) => offerId === null || !offerIds.includes(offerId));
  const ids = groupsOf(plain, ({ id, kitId }) => kitId ?? id).map(([item]) => chosenId(item));
  for (const id of ids) found.set(id, await findProductOnSale(db, id));
  const [first, ...others] = ids.map((id) => found.get(id));
  if (!first || !others.every((product) => product !== undefined)) return null;
  const whole = await itemsToSell(db, [first, ...others]);
  const isCompletion = first.kind === 'kit' && plain.some(({ completesItemIds }) => completesItemIds !== null);
  const missing = isCompletion ? await sellMissingParts(db, first, await readPaid(db, purchase.customerId)) : null;
  const upgraded = await findUpgrade(db, first, items[0], purchase.customerId);
  const renewsItemId = items[0]?.renewsItemId;
  const renewed = renewsItemId ? await findRenewed(db, first, renewsItemId, purchase, now) : undefined;
  if (renewed === null) return null;
  const single = renewed ?? upgraded;
  const sold: OrderedItems = single ? [single] : (missing ?? whole);
  const products: OrderedItems = [...sold, ...(await findOffered(db, first.id, offerIds))];
  const codes = [...new Set([offeredCode, purchase.couponCode])].filter((code) => code !== null);
  let best: { coupon: CouponRow | null; price: Price } = { coupon: null, price: priceOf(products, undefined) };
  for (const code of codes) {
    const coupon = await findUsableCoupon(db, { code }, now);
    if (!coupon) continue;
    const discounted = withCoupon(products, coupon);
    if (await whyNotForOrder(db, coupon, discounted, { day: dayOf(now), buyerId: purchase.customerId })) continue;
    const price = priceOf(discounted, coupon);
    if (price.totalCents < best.price.totalCents) best = { coupon, price };
  }
  const completesFor = missing ? purchase.customerId : null;
  return { products, completesFor, ...best, lostCode: best.coupon ? null : (codes[0] ?? null) };
}

/** Those of the items that the shop still makes; what an ended one sold costs its own price again. */
async function listStandingOffers(db: Queryable, items: readonly PurchaseItemRow[]): Promise<string[]> {
  const taken = items.flatMap(({ offerId }) => offerId ?? []);
  const [first] = items;
  if (!first || taken.length === 0) return [];
  const standing = await listOffersBeside(db, chosenId(first));
  return standing.flatMap(({ id }) => (taken.includes(id) ? id : []));
}

/** The license may have had its upgrade since; then the product costs what it costs everybody. */
async function findUpgrade(
  db: Queryable,
  product: ProductRow,
  item: PurchaseItemRow | undefined,
  customerId: string,
): Promise<OrderedItem | undefined> {
  if (!item?.upgradesItemId) return undefined;
  const owned = await listUpgradable(db, product, { customerId });
  const license = owned.find(({ id, upgrades }) => id === item.upgradesItemId && upgrades === 0);
  return license && toUpgrade(product, license);
}

/** Nothing is renewed twice, nor before its time, nor for what was given back. */
async function findRenewed(
  db: Queryable,
  product: ProductRow,
  renewsItemId: string,
  { id, customerId }: Pick<PurchaseRow, 'id' | 'customerId'>,
  now: Date,
): Promise<OrderedItem | null> {
  const renewable = await listRenewals(db, customerId, now);
  const item = renewable.find((each) => each.id === renewsItemId && (each.openPurchaseId ?? id) === id);
  return item ? toRenewal(product, item) : null;
}

export async function findUsableCoupon(
  db: Queryable,
  named: { code: string } | { id: string },
  now: Date,
): Promise<CouponRow | undefined> {
  const coupon = 'code' in named ? await findCoupon(db, named.code) : await findCouponById(db, named.id);
  return whyNotUsable(coupon, dayOf(now)) === null ? coupon : undefined;
}
