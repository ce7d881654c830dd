import type { FirstItem, PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';

type Sold = Pick<PurchaseRow, 'id' | 'priceCents' | 'totalCents'> & FirstItem;

/** The row of a purchase says this of its first item, which the shop itself never reads. */
export function firstItemOf({ productId, productName }: Record<keyof FirstItem, unknown>): FirstItem {
  return { productId: String(productId), productName: String(productName) };
}

/** The item of a purchase that the test itself inserts. */
export function soleItem(
  { id, productId, productName, priceCents, totalCents }: Sold,
  facts: Partial<PurchaseItemRow> = {},
): PurchaseItemRow {
  return {
    id,
    purchaseId: id,
    position: 0,
    productId,
    productName,
    kitId: null,
    kitName: null,
    offerId: null,
    licenseTerms: null,
    termsVersion: null,
    priceCents,
    totalCents,
    requiresActivation: 0,
    keyWaitingSince: null,
    downloadCount: 0,
    lastDownloadHour: null,
    updatesMajor: null,
    updatesUntil: null,
    awaitsMajor: 0,
    upgradesItemId: null,
    replacesKey: 0,
    completesItemIds: null,
    renewsItemId: null,
    renewalMonths: null,
    updatesUntilAtSale: null,
    isEndTold: 0,
    ...facts,
  };
}
