import { listKeysOfCustomer } from '#db/queries/customers/customer-records.ts';
import { findProduct } from '#db/queries/products/products.ts';
import type { RenewableItem } from '#db/queries/purchases/owned-items.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases/purchases.ts';
import { listReviewedProducts } from '#db/queries/reviews/reviews.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { Buyer, BuyerPurchase } from '#src/wire/buyers/buyer.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { showInvoice } from '../invoices/request-invoice.ts';
import { showMachinesOfKey } from '../licenses/manage-machines.ts';
import { publicImage } from '../products/product-fields.ts';
import { type WithItems, withItems } from '../purchases/purchase-items.ts';
import { licenseOf } from '../purchases/purchases.ts';
import { listRenewals } from '../purchases/renewals.ts';
import type { Shop } from '../shop.ts';
import { describePurchase } from './show-purchase.ts';

/** The newest comes first; orders that were never paid are left out. */
export async function listBuyerPurchases(
  shop: Shop,
  { customerId }: Pick<Buyer, 'customerId'>,
): Promise<BuyerPurchase[]> {
  const [purchases, keys, reviewed, renewals] = await Promise.all([
    listPurchasesOfCustomers(shop.db, [customerId]).then((rows) => withItems(shop.db, rows)),
    listKeysOfCustomer(shop.db, customerId),
    listReviewedProducts(shop.db, customerId),
    listRenewals(shop.db, customerId, shop.clock.now()),
  ]);
  const keyOf = new Map(keys.map((key) => [key.itemId, key]));
  const shown = purchases.filter(({ status }) => status !== 'FAILED');
  return Promise.all(shown.map((purchase) => describe(shop, purchase, { keyOf, reviewed, renewals })));
}

type Known = {
  keyOf: Map<string | null, ActivationKeyRow>;
  reviewed: readonly string[];
  renewals: readonly RenewableItem[];
};

async function describe(
  shop: Shop,
  purchase: PurchaseRow & WithItems,
  { keyOf, reviewed, renewals }: Known,
): Promise<BuyerPurchase> {
  const { completedAt, refundedAt } = purchase;
  const shown = await describePurchase(shop, purchase);
  const isPaid = purchase.status === 'COMPLETED';
  const items = await Promise.all(
    purchase.items.map(async (row, at) => ({
      ...nthOf(shown.items, at),
      ...(await describeItem(shop, row, isPaid, keyOf.get(row.id))),
      review: row.renewsItemId === null ? reviewOf(purchase, reviewed.includes(row.productId)) : null,
      renewal: renewalOf(renewals.find(({ id }) => id === row.id)),
    })),
  );
  return { ...shown, items, completedAt, refundedAt, invoice: isPaid ? await showInvoice(shop, purchase) : null };
}

function reviewOf({ status, review }: PurchaseRow, isWritten: boolean): 'written' | 'open' | null {
  if (isWritten) return 'written';
  return status === 'COMPLETED' && review !== 'dispute' ? 'open' : null;
}

function renewalOf(item: RenewableItem | undefined): BuyerPurchase['items'][number]['renewal'] {
  if (!item) return null;
  const { updateMonths, renewalPriceCents, openPurchaseId } = item;
  return { months: updateMonths, amount: formatCents(renewalPriceCents), openPurchaseId };
}

async function describeItem(shop: Shop, item: PurchaseItemRow, isPaid: boolean, key: ActivationKeyRow | undefined) {
  const license = isPaid ? licenseOf(item, key) : null;
  const [product, machines] = await Promise.all([
    findProduct(shop.db, item.productId),
    license?.activationKey && key ? showMachinesOfKey(shop, key.id) : null,
  ]);
  return {
    image: product ? publicImage(product.image) : null,
    keyState: license?.state ?? null,
    activationKey: license?.activationKey ?? null,
    keyNote: license?.state === 'revoked' ? (license.message ?? null) : null,
    machines: machines && (machines.limit !== null || machines.used > 0) ? machines : null,
  };
}

function nthOf(items: Purchase['items'], at: number): Purchase['items'][number] {
  const item = items[at];
  if (!item) throw new Error('A purchase is described with all its items.');
  return item;
}
