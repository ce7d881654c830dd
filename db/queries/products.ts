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

export function findAnyProduct(db: Queryable): Promise<Pick<ProductRow, 'id'> | undefined> {
  return db.selectFrom('products').select('id').executeTakeFirst();
}

/** The product that is sold as this file, if any. */
export function findProductSoldAs(db: Queryable, downloadUrl: string): Promise<Pick<ProductRow, 'id'> | undefined> {
  return db.selectFrom('products').select('id').where('downloadUrl', '=', downloadUrl).executeTakeFirst();
}

export async function countProductDownload(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('products')
    .set((row) => ({ downloads: row('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** All texts of all products in which an upload can be named; those of withdrawn products too, which buyers still see. */
export function listProductTexts(
  db: Queryable,
): Promise<Pick<ProductRow, 'image' | 'videoUrl' | 'downloadUrl' | 'description' | 'systemRequirements'>[]> {
  return db
    .selectFrom('products')
    .select(['image', 'videoUrl', 'downloadUrl', 'description', 'systemRequirements'])
    .execute();
}
