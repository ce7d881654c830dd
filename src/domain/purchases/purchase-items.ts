import { listItemsOfPurchases } from '#db/queries/purchases/purchase-items.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { newId } from '../ids.ts';
import { termsAtSale } from '../releases/update-terms.ts';

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

/** Keeps the order of `products`; the items' totals add up to that of the purchase. */
export function itemsOf(
  { id, totalCents, createdAt }: Pick<PurchaseRow, 'id' | 'totalCents' | 'createdAt'>,
  products: readonly SoldProduct[],
): PurchaseItemRow[] {
  const totals = apportion(
    totalCents,
    products.map(({ priceCents }) => priceCents),
  );
  return products.map((product, position) => ({
    id: position === 0 ? id : newId(),
    purchaseId: id,
    position,
    productId: product.id,
    productName: product.name,
    kitId: null,
    kitName: null,
    offerId: null,
    licenseTerms: product.licenseTerms,
    termsVersion: product.termsVersion,
    priceCents: product.priceCents,
    totalCents: totals[position] ?? 0,
    requiresActivation: product.requiresActivation,
    keyWaitingSince: null,
    downloadCount: 0,
    lastDownloadHour: null,
    ...termsAtSale(product, new Date(createdAt)),
  }));
}

type SoldProduct = Pick<ProductRow, 'id' | 'name' | 'priceCents' | 'requiresActivation'> &
  Pick<ProductRow, 'licenseTerms' | 'termsVersion' | 'updatePolicy' | 'updateMonths' | 'currentVersion'>;
