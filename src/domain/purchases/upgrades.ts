import { findProductOnSale } from '#db/queries/products/products.ts';
import { listOwnedLicenses, type OwnedLicense } from '#db/queries/purchases/owned-items.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { lockRow } from '#db/transactions.ts';
import type { Upgrade } from '#src/wire/purchases/create-payment.ts';
import { readGeneratedKey } from '../keys/generated-keys.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';

type Asked = {
  productId: string;
  upgrade: Upgrade;
  quantity?: number | undefined;
  furtherProductIds?: string[] | undefined;
  offerIds?: string[] | undefined;
};

/** Finds the license that the buyer proved to own; whoever guesses learns only that nothing was found. */
export async function proveUpgrade(
  shop: Shop,
  { productId, upgrade, quantity = 1, furtherProductIds = [] }: Asked,
  { clientNetwork, buyerId }: { clientNetwork: string; buyerId: string | null },
): Promise<OwnedLicense> {
  if (quantity > 1 || furtherProductIds.length > 0) throw onlyOneLicense();
  const product = await findProductOnSale(shop.db, productId);
  if (!product) throw unknownProduct();
  const { itemId, key, email } = upgrade;
  const isKey = !itemId && key && email;
  if (isKey) await takeOrRefuse(shop, 'upgradeKeys', clientNetwork);
  const keys = isKey ? [key, ...readGeneratedKey(key)] : [];
  const owned = isKey
    ? await listUpgradable(shop.db, product, { email, keys })
    : (await listUpgradable(shop.db, product, { customerId: buyerId ?? '' })).filter(({ id }) => id === itemId);
  return firstFree(owned);
}

/** The licenses that give a right to the upgrade price; empty where the product has none. */
export async function listUpgradable(
  db: Queryable,
  { id, upgradesFrom, upgradePriceCents }: ProductRow,
  owner: Parameters<typeof listOwnedLicenses>[2],
): Promise<OwnedLicense[]> {
  const from: string[] = JSON.parse(upgradesFrom);
  return upgradePriceCents === null || from.length === 0 ? [] : listOwnedLicenses(db, { to: id, from }, owner);
}

/** Judges again what was proved, and makes other orders of the same license wait: one of them gets it. */
export async function takeUpgrade(tx: Queryable, productId: string, proved: OwnedLicense) {
  await lockRow(tx, 'purchases', proved.purchaseId);
  const product = await findProductOnSale(tx, productId);
  if (!product) throw unknownProduct();
  const owned = await listUpgradable(tx, product, { customerId: proved.customerId });
  return toUpgrade(product, firstFree(owned.filter(({ id }) => id === proved.id)));
}

/** An item of an order, at the upgrade price. */
export function toUpgrade(product: ProductRow, { id, productName }: OwnedLicense) {
  const { priceCents, upgradePriceCents } = product;
  return {
    ...product,
    name: `${product.name} (upgrade de ${productName})`,
    priceCents: upgradePriceCents ?? priceCents,
    singleCents: priceCents,
    takesCoupon: false,
    kit: null,
    offerId: null,
    upgradesItemId: id,
  };
}

export type LicenseToUpgrade = Pick<OwnedLicense, 'id' | 'productName' | 'upgrades'> & { keyEnd: string | null };

/** Those of a buyer who is signed in, also those that had their upgrade. */
export async function listLicensesToUpgrade(
  { db }: Shop,
  productId: string,
  buyerId: string,
): Promise<LicenseToUpgrade[]> {
  const product = await findProductOnSale(db, productId);
  const owned = product ? await listUpgradable(db, product, { customerId: buyerId }) : [];
  return owned.map(({ id, productName, upgrades, key }) => ({
    id,
    productName,
    upgrades,
    keyEnd: key?.slice(-5) ?? null,
  }));
}

function firstFree(owned: readonly OwnedLicense[]): OwnedLicense {
  const free = owned.find(({ upgrades }) => upgrades === 0);
  if (free) return free;
  throw owned.length > 0
    ? conflict('already_upgraded', 'Esta licença já teve este upgrade, ou tem um Pix em aberto para ele.')
    : conflict(
        'not_owned',
        'Não encontramos uma licença com direito a este preço. Confira a chave e o e-mail da compra, ou entre em Minhas compras.',
      );
}

export function otherOwner() {
  return conflict('other_owner', 'Este preço é de quem tem a licença: use o e-mail da compra dela.');
}

function onlyOneLicense() {
  return invalid('quantity', 'Um upgrade é de uma licença por compra.');
}
