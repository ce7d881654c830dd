import { findProduct } from '#db/queries/products/products.ts';
import type { Queryable } from '#db/tables.ts';
import { lockRow } from '#db/transactions.ts';
import { KIT_TEXTS, type KitPart } from '#src/wire/products/kits.ts';
import { invalid } from '../refusals.ts';

/** Returns them with their names. Each is locked, so that nobody deletes one that just became a part. */
export async function checkParts(tx: Queryable, parts: readonly KitPart[]): Promise<KitPart[]> {
  const names = new Map<string, string>();
  for (const { productId } of parts.toSorted((one, other) => (one.productId < other.productId ? -1 : 1))) {
    await lockRow(tx, 'products', productId);
    const product = await findProduct(tx, productId);
    if (product?.kind === 'kit') throw refuseParts(KIT_TEXTS.kitInKit);
    if (product?.status !== 'active' || product.withdrawnAt !== null) throw refuseParts(KIT_TEXTS.notOnSale);
    names.set(productId, product.name);
  }
  return parts.map(({ productId }) => ({ productId, name: names.get(productId) ?? '' }));
}

function refuseParts(sentence: string) {
  return invalid('parts', sentence);
}
