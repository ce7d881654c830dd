import { listImportTargets } from '#db/queries/products/admin-products.ts';
import type { Queryable } from '#db/tables.ts';
import type { ImportProduct } from '#src/wire/imports/imports.ts';
import { readNewProduct } from '#src/wire/imports/new-product.ts';
import type { Actor } from '../audit/audit.ts';
import { createProduct } from '../products/products.ts';
import type { Shop } from '../shop.ts';
import type { SoldProduct } from './tally-sales.ts';

/** The products of ours that one of a file may become. */
export function listTargets({ db }: Pick<Shop, 'db'>): Promise<{ id: string; name: string }[]> {
  return listImportTargets(db);
}

export const NEW_PRODUCT = 'new';
export const SKIPPED_PRODUCT = 'skip';

/** A product of ours of the same name is the usual destination; what somebody chose, or a table of products told, stays. */
export async function suggestTargets(
  { db }: Pick<Shop, 'db'>,
  products: readonly SoldProduct[],
  known: readonly ImportProduct[],
): Promise<ImportProduct[]> {
  const ours = new Map((await listImportTargets(db)).map(({ id, name }) => [plainName(name), id]));
  return products.map((product) => {
    const chosen = known.find(({ name }) => name === product.name);
    return { ...NOTHING_TOLD, target: ours.get(plainName(product.name)) ?? NEW_PRODUCT, ...chosen, ...product };
  });
}

const NOTHING_TOLD = { description: null, price: null, pictures: [], files: [], image: null };

export function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Off sale, with the price of the file or of its newest sale. Call it in the transaction of the import. */
export async function createImportedProduct(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  product: ImportProduct,
  priceCents: number,
): Promise<string> {
  const form = readNewProduct({ ...product, priceCents });
  return (await createProduct({ ...shop, db: tx as Shop['db'] }, actor, form)).id;
}
