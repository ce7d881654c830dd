import { listKeysOfCustomer } from '#db/queries/customer-records.ts';
import { findProduct } from '#db/queries/products.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases.ts';
import type { ActivationKeyRow, PurchaseRow } from '#db/tables.ts';
import type { Buyer, BuyerPurchase } from '#src/wire/buyer.ts';
import { toPublicProductDto } from '../product-fields.ts';
import { type WithItems, withItems } from '../purchase-items.ts';
import { describePurchase, licenseOf } from '../purchases.ts';
import type { Shop } from '../shop.ts';

/** Newest first, without the orders that were never paid. */
export async function listBuyerPurchases(
  shop: Shop,
  { customerId }: Pick<Buyer, 'customerId'>,
): Promise<BuyerPurchase[]> {
  const [purchases, keys] = await Promise.all([
    listPurchasesOfCustomers(shop.db, [customerId]).then((rows) => withItems(shop.db, rows)),
    listKeysOfCustomer(shop.db, customerId),
  ]);
  const keyOf = new Map(keys.map((key) => [key.itemId, key]));
  const shown = purchases.filter(({ status }) => status !== 'FAILED');
  return Promise.all(shown.map((purchase) => describe(shop, purchase, keyOf.get(purchase.id))));
}

async function describe(
  shop: Shop,
  purchase: PurchaseRow & WithItems,
  key: ActivationKeyRow | undefined,
): Promise<BuyerPurchase> {
  const [shown, product] = await Promise.all([
    describePurchase(shop, purchase),
    findProduct(shop.db, purchase.productId),
  ]);
  const license = purchase.status === 'COMPLETED' ? licenseOf(purchase.items[0], key) : null;
  return {
    ...shown,
    activationKey: license?.activationKey ?? null,
    keyState: license?.state ?? null,
    image: product ? toPublicProductDto(product).image : null,
    completedAt: purchase.completedAt,
    refundedAt: purchase.refundedAt,
  };
}
