import type { Insertable, Updateable } from 'kysely';
import type { ProductFigures, ProductRow, Queryable, Tables } from '../tables.ts';

export type ProductWithFigures = ProductRow & ProductFigures;

const SORT_COLUMNS = {
  name: 'nameOrder',
  price: 'priceCents',
  update: 'updatedAt',
  downloads: 'downloads',
} as const;

export function listAdminProducts(
  db: Queryable,
  { sort, order }: { sort: keyof typeof SORT_COLUMNS; order: 'asc' | 'desc' },
): Promise<ProductWithFigures[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .orderBy(SORT_COLUMNS[sort], order)
    .orderBy('id', order)
    .execute();
}

export function findAdminProduct(db: Queryable, id: string): Promise<ProductWithFigures | undefined> {
  return db.selectFrom('products').selectAll().where('id', '=', id).where('withdrawnAt', 'is', null).executeTakeFirst();
}

export function insertProduct(db: Queryable, product: Insertable<Tables['products']>): Promise<ProductWithFigures> {
  return db.insertInto('products').values(product).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when the product is gone or changed since `readAt`. */
export function updateProduct(
  db: Queryable,
  { id, readAt, changes }: { id: string; readAt: string; changes: Updateable<Tables['products']> },
): Promise<ProductWithFigures | undefined> {
  return db
    .updateTable('products')
    .set(changes)
    .where('id', '=', id)
    .where('updatedAt', '=', readAt)
    .where('withdrawnAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteUnusedProduct(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('products')
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases').select('id').where('productId', '=', id).limit(1))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('activationKeys').select('id').where('productId', '=', id).limit(1))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function withdrawProduct(db: Queryable, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
