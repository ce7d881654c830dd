import { findProductOnSale } from '#db/queries/products/products.ts';
import {
  listPaidRenewals,
  listRenewableItems,
  type RenewableItem,
  setUpdatesUntil,
} from '#db/queries/purchases/owned-items.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { lockRow } from '#db/transactions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { CreatePayment } from '#src/wire/purchases/create-payment.ts';
import { RENEWAL_CLOSED, RENEWAL_OPENS_DAYS, renewalName } from '#src/wire/purchases/renewals.ts';
import { conflict, invalid, unknownProduct } from '../refusals.ts';
import { prolong } from '../releases/update-terms.ts';

type Asked = Pick<CreatePayment, 'productId' | 'quantity' | 'furtherProductIds' | 'offerIds' | 'upgrade'> & {
  renewsItemId: string;
};

/** What a customer may renew at this time. */
export async function listRenewals(db: Queryable, customerId: string, now: Date): Promise<RenewableItem[]> {
  const opensFor = lastDayToRenew(now);
  return (await listRenewableItems(db, customerId)).filter(({ updatesUntil }) => updatesUntil <= opensFor);
}

/** Updates that end by then are renewed now. */
export function lastDayToRenew(now: Date): string {
  return dayOf(new Date(now.getTime() + RENEWAL_OPENS_DAYS * DAY_MS));
}

/** The sole item of an order that prolongs what the buyer has; whoever guesses learns only that nothing was found. */
export async function findRenewal(
  db: Queryable,
  { productId, renewsItemId, quantity = 1, furtherProductIds = [], offerIds = [], upgrade }: Asked,
  buyerId: string | null,
  now: Date,
): Promise<[RenewalItem]> {
  if (quantity > 1 || furtherProductIds.length > 0 || offerIds.length > 0 || upgrade) throw onlyOne();
  const product = await findProductOnSale(db, productId);
  if (!product) throw unknownProduct();
  const renewable = buyerId === null ? [] : await listRenewals(db, buyerId, now);
  const item = renewable.find((each) => each.id === renewsItemId && each.productId === productId);
  if (!item) throw notRenewable();
  if (item.openPurchaseId) throw conflict('renewal_open', 'Esta renovação já tem um Pix em aberto.');
  return [toRenewal(product, item)];
}

/** Makes other orders for the same item wait: one of them is open at a time. */
export async function takeRenewal(tx: Queryable, ...asked: RenewalArguments): Promise<[RenewalItem]> {
  const item = await findPurchaseItem(tx, asked[0].renewsItemId);
  if (item) await lockRow(tx, 'purchases', item.purchaseId);
  return findRenewal(tx, ...asked);
}

type RenewalItem = ReturnType<typeof toRenewal>;
type RenewalArguments = Parameters<typeof findRenewal> extends [Queryable, ...infer Others] ? Others : never;

/** It takes no key, and no coupon. */
export function toRenewal(
  product: ProductRow,
  { id, updateMonths, renewalPriceCents }: Pick<RenewableItem, 'id' | 'updateMonths' | 'renewalPriceCents'>,
) {
  return {
    ...product,
    name: renewalName(product.name, updateMonths),
    priceCents: renewalPriceCents,
    singleCents: renewalPriceCents,
    requiresActivation: 0 as const,
    takesCoupon: false,
    kit: null,
    offerId: null,
    renewsItemId: id,
  };
}

/** Sets the ends of what these items renew by the renewals that stand now, however often it is called. */
export async function followRenewals(
  tx: Queryable,
  items: readonly Pick<PurchaseItemRow, 'renewsItemId'>[],
): Promise<void> {
  for (const { renewsItemId } of items) {
    const renewed = renewsItemId === null ? undefined : await findPurchaseItem(tx, renewsItemId);
    if (!renewed) continue;
    await lockRow(tx, 'purchases', renewed.purchaseId);
    const { id, updatesUntil, updatesUntilAtSale } = (await findPurchaseItem(tx, renewed.id)) ?? renewed;
    const first = updatesUntilAtSale ?? updatesUntil;
    if (first === null) continue;
    const paid = (await listPaidRenewals(tx, id)).map(({ completedAt, renewalMonths }) => ({
      paidOn: dayOf(new Date(completedAt)),
      months: renewalMonths,
    }));
    await setUpdatesUntil(tx, id, { updatesUntil: prolong(first, paid), updatesUntilAtSale: first });
  }
}

export function notRenewable() {
  return conflict('not_renewable', RENEWAL_CLOSED);
}

function onlyOne() {
  return invalid('quantity', 'Uma renovação é de um plugin por compra.');
}
