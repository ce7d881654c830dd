import { insertProduct } from '#db/queries/admin-products.ts';
import { inTransaction } from '#db/transactions.ts';
import { type AdminProduct, PRODUCT_NAME_LENGTH } from '#src/wire/products.ts';
import { type Actor, recordChange } from './audit.ts';
import { newId } from './ids.ts';
import { columnsOf, fieldsOf, toAdminProductDto } from './product-fields.ts';
import { readProduct } from './products.ts';
import type { Shop } from './shop.ts';

/** An inactive copy of what the form holds: without keys, versions, sales and figures. */
export function duplicateProduct(shop: Shop, actor: Actor, id: string): Promise<AdminProduct> {
  const now = shop.clock.now().toISOString();
  return inTransaction(shop.db, async (tx) => {
    const original = fieldsOf(await readProduct(tx, id));
    const copyId = newId();
    await insertProduct(tx, {
      id: copyId,
      ...columnsOf({ ...original, name: nameOfCopy(original.name), status: 'Inativo' }),
      downloads: 0,
      createdAt: now,
      updatedAt: now,
      withdrawnAt: null,
      publishedAt: null,
    });
    await recordChange(tx, shop, actor, { action: 'product.duplicate', entity: 'product', entityId: copyId });
    return toAdminProductDto(await readProduct(tx, copyId));
  });
}

function nameOfCopy(name: string): string {
  return `Cópia de ${name}`.slice(0, PRODUCT_NAME_LENGTH).trim();
}
