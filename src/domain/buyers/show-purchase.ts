import { findProductOnSale } from '#db/queries/products/products.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { chosenId } from '#src/wire/purchases/items.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { findProductFile } from '../downloads/product-files.ts';
import { modeOf } from '../invoices/request-invoice.ts';
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
      const renewed = row.renewsItemId === null ? undefined : await findPurchaseItem(shop.db, row.renewsItemId);
      const files = await showItemFiles(shop, renewed ?? row, isDelivered && !renewed);
      const hasFile =
        !isPaused &&
        !renewed &&
        (files.version !== null || (await findProductFile(shop, item.productId)) !== undefined);
      return { ...item, downloadUrl: hasFile ? item.downloadUrl : null, ...files };
    }),
  );
  const isProductOnSale = products.every((product) => product !== undefined);
  const dto = toPurchaseDto(purchase);
  // Its document is typed anew: no page keeps it.
  const formPage = modeOf(shop) === 'every_sale' && items[0] ? `/checkout/${chosenId(items[0])}` : null;
  return { ...dto, ownersPage: dto.ownersPage ?? formPage, items, isProductOnSale, withdrawal };
}
