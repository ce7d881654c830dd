import { findProduct } from '#db/queries/products/products.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Shop } from '../shop.ts';

export type ProductFile = { kind: 'file'; file: StoredFile } | { kind: 'url'; url: string };

export async function findProductFile(shop: Shop, productId: string): Promise<ProductFile | undefined> {
  const url = (await findProduct(shop.db, productId))?.downloadUrl ?? '';
  if (url.startsWith('https://')) return { kind: 'url', url };
  const file = url ? await shop.files.find(url) : undefined;
  return file && { kind: 'file', file };
}
