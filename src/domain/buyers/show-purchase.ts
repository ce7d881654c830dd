import { findProductOnSale } from '#db/queries/products/products.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { findProductFile } from '../downloads/product-files.ts';
import { type WithItems, withItsItems } from '../purchases/purchase-items.ts';
import { findOrRefuse, toItemDto, toPurchaseDto } from '../purchases/purchases.ts';
import { showItemFiles } from '../releases/bought-files.ts';
import type { Shop } from '../shop.ts';
import { isGivenUp, showWithdrawal } from '../withdrawals/withdrawals.ts';

/** Shows it as it is known now: who shows it to a buyer calls `pollOverdue` first. */
export async function showPurchase(shop: Shop, id: string): Promise<Purchase> {
  return describePurchase(shop, await withItsItems(shop.db, await findOrRefuse(shop, id)));
}

export async function describePurchase(shop: Shop, purchase: PurchaseRow & WithItems): Promise<Purchase> {
  const products = await Promise.all(purchase.items.map(({ productId }) => findProductOnSale(shop.db, productId)));
  const withdrawal = await showWithdrawal(shop, purchase);
  const isPaused = purchase.review === 'dispute' || (await isGivenUp(shop.db, purchase.id));
  const isDelivered = purchase.status === 'COMPLETED' && !isPaused;
  const items = await Promise.all(
    purchase.items.map(async (row) => {
      const item = toItemDto(row, purchase);
      const files = await showItemFiles(shop, row, isDelivered);
      const hasFile =
        !isPaused && (files.version !== null || (await findProductFile(shop, item.productId)) !== undefined);
      return { ...item, downloadUrl: hasFile ? item.downloadUrl : null, ...files };
    }),
  );
  const isProductOnSale = products.every((product) => product !== undefined);
  return { ...toPurchaseDto(purchase), items, isProductOnSale, withdrawal };
}
