import { listItemsOfPurchases } from '#db/queries/purchases/purchase-items.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { newId } from '../ids.ts';
import { termsAtSale } from '../releases/update-terms.ts';
import type { OrderedItem } from './quote-order.ts';

export type Bought = PurchaseRow & { items: readonly PurchaseItemRow[] };
export type WithItems = { items: [PurchaseItemRow, ...PurchaseItemRow[]] };

export async function withItems<Purchase extends Pick<PurchaseRow, 'id'>>(
  db: Queryable,
  purchases: Purchase[],
): Promise<(Purchase & WithItems)[]> {
  if (purchases.length === 0) return [];
  const found = await listItemsOfPurchases(
    db,
    purchases.map(({ id }) => id),
  );
  const itemsOf = Map.groupBy(found, ({ purchaseId }) => purchaseId);
  return purchases.map((purchase) => {
    const [first, ...others] = itemsOf.get(purchase.id) ?? [];
    if (!first) throw new Error(`The purchase ${purchase.id} has no items.`);
    return { ...purchase, items: [first, ...others] };
  });
}

export async function withItsItems<Purchase extends Pick<PurchaseRow, 'id'>>(
  db: Queryable,
  purchase: Purchase,
): Promise<Purchase & WithItems> {
  const [whole] = await withItems(db, [purchase]);
  if (!whole) throw new Error(`The purchase ${purchase.id} was not read.`);
  return whole;
}

export function downloadsOf({ items }: { items: readonly PurchaseItemRow[] }): number {
  return items.reduce((sum, { downloadCount }) => sum + downloadCount, 0);
}

/** Keeps the order of what was ordered; the items' totals add up to that of the purchase. */
export function itemsOf(
  { id, totalCents, createdAt }: Pick<PurchaseRow, 'id' | 'totalCents' | 'createdAt'>,
  ordered: readonly SoldItem[],
): PurchaseItemRow[] {
  const totals = sharesOf(totalCents, ordered);
  return ordered.map((item, position) => ({
    id: position === 0 ? id : newId(),
    purchaseId: id,
    position,
    productId: item.id,
    productName: item.name,
    kitId: item.kit?.id ?? null,
    kitName: item.kit?.name ?? null,
    offerId: item.offerId,
    upgradesItemId: item.upgradesItemId ?? null,
    replacesKey: item.upgradesItemId && item.replacesKey ? 1 : 0,
    completesItemIds: item.completesItemIds ? JSON.stringify(item.completesItemIds) : null,
    renewsItemId: item.renewsItemId ?? null,
    renewalMonths: item.renewsItemId ? item.updateMonths : null,
    updatesUntilAtSale: null,
    isEndTold: 0,
    licenseTerms: item.licenseTerms,
    termsVersion: item.termsVersion,
    priceCents: item.priceCents,
    totalCents: totals[position] ?? 0,
    requiresActivation: item.requiresActivation,
    keyWaitingSince: null,
    downloadCount: 0,
    lastDownloadHour: null,
    ...(item.renewsItemId ? NO_UPDATES : termsAtSale(item, new Date(createdAt))),
  }));
}

/** A renewal prolongs those of another item. */
const NO_UPDATES = { updatesMajor: null, updatesUntil: null, awaitsMajor: 0 } as const;

/** What takes no coupon keeps its price as far as the total reaches; the rest is shared by the others. */
function sharesOf(totalCents: number, ordered: readonly SoldItem[]): number[] {
  const weights = (isShared: boolean) =>
    ordered.map(({ priceCents, takesCoupon }) => (takesCoupon === isShared ? priceCents : 0));
  const sum = (cents: readonly number[]) => cents.reduce((whole, part) => whole + part, 0);
  const [kept, shared] = [weights(false), weights(true)];
  const keptCents = sum(shared) === 0 ? totalCents : Math.min(totalCents, sum(kept));
  const others = apportion(totalCents - keptCents, shared);
  return apportion(keptCents, kept).map((cents, at) => cents + (others[at] ?? 0));
}

type SoldItem = Pick<OrderedItem, 'id' | 'name' | 'priceCents' | 'takesCoupon' | 'kit' | 'offerId'> &
  Pick<OrderedItem, 'requiresActivation' | 'licenseTerms' | 'termsVersion'> &
  Pick<OrderedItem, 'updatePolicy' | 'updateMonths' | 'currentVersion'> &
  Partial<Pick<OrderedItem, 'replacesKey' | 'upgradesItemId' | 'completesItemIds' | 'renewsItemId'>>;
