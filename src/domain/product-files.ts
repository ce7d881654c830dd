import { findProduct } from '#db/queries/products.ts';
import type { Shop, StoredFile } from './shop.ts';

export type ProductFile = { kind: 'file'; file: StoredFile } | { kind: 'address'; address: string };

/** Undefined when nothing is at the product's address. */
export async function findProductFile(shop: Shop, productId: string): Promise<ProductFile | undefined> {
  const address = (await findProduct(shop.db, productId))?.downloadUrl ?? '';
  if (address.startsWith('https://')) return { kind: 'address', address };
  const file = address ? await shop.files.find(address) : undefined;
  return file && { kind: 'file', file };
}
