import type { PurchaseItemRow, PurchaseRow } from '#db/tables.ts';

type Sold = Pick<PurchaseRow, 'id' | 'productId' | 'productName' | 'priceCents' | 'totalCents'>;

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
    priceCents,
    totalCents,
    requiresActivation: 0,
    keyWaitingSince: null,
    downloadCount: 0,
    lastDownloadHour: null,
    updatesMajor: null,
    updatesUntil: null,
    awaitsMajor: 0,
    ...facts,
  };
}
