import type { ProductRow, Queryable } from '../tables.ts';

/** What the shop shows: active and not withdrawn, newest update first. */
export function listProductsOnSale(db: Queryable): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('status', '=', 'active')
    .where('withdrawnAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute();
}

export function findProductOnSale(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

/** Any product, also one that is withdrawn or not on sale: a buyer keeps what was bought. */
export function findProduct(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countProductDownload(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('products')
    .set((row) => ({ downloads: row('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
