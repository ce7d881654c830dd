import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import type { Customer } from '#src/wire/customers/customers.ts';
import { HIDDEN_KEY } from '#src/wire/keys/key-list.ts';
import type { PurchaseItem } from '#src/wire/purchases/purchases.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';

/** Responses also say what the first item is, as all of them did when a purchase had no other. */
export function withFirstItem<Purchase extends { items: readonly PurchaseItem[] }>(purchase: Purchase) {
  const [first] = purchase.items;
  if (!first) throw new Error('A purchase has items.');
  const { productId, productName, price, downloadUrl } = first;
  const { licenseTerms, termsVersion, requiresActivation, isKeyOnItsWay } = first;
  return {
    ...purchase,
    ...{ productId, productName, licenseTerms, termsVersion, requiresActivation, isKeyOnItsWay },
    productDetails: { name: productName, price, downloadUrl },
  };
}

type Reader = { showsKeys: boolean };

export function saleWithFirstKey<Details extends SaleDetails>(sale: Details, reader: Reader) {
  const shown = forReader(sale, reader);
  return { ...withFirstItem(shown), key: shown.keys[0]?.key ?? null };
}

/** A role or a token that may read no keys learns that there is one. */
export function forReader<Details extends SaleDetails>(sale: Details, { showsKeys }: Reader): Details {
  if (showsKeys) return sale;
  return {
    ...sale,
    keys: sale.keys.map(({ key, ...item }) => ({ ...item, key: key && { ...key, text: HIDDEN_KEY } })),
  };
}

export function exportWithHiddenKeys({ purchases, trials, ...rest }: CustomerExport): CustomerExport {
  return {
    ...rest,
    purchases: purchases.map(({ activationKeys, ...purchase }) => ({
      ...purchase,
      activationKeys: activationKeys.map((key) => ({ ...key, key: HIDDEN_KEY })),
    })),
    trials: trials.map((trial) => ({ ...trial, key: trial.key && HIDDEN_KEY })),
  };
}

export function customerWithFirstItems(customer: Customer) {
  return { ...customer, purchases: customer.purchases.map(withFirstItem) };
}

/** `activationKey` is that of the first item that has one. */
export function exportWithFirstItems({ purchases, ...rest }: CustomerExport) {
  return {
    ...rest,
    purchases: purchases.map((purchase) => ({
      ...withFirstItem(purchase),
      activationKey: purchase.activationKeys[0] ?? null,
    })),
  };
}
