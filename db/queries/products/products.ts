import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { ProductRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';

export function listProductsOnSale(db: Queryable): Promise<ProductRow[]> {
  return productsOnSale(db).orderBy('updatedAt', 'desc').orderBy('id').execute();
}

export function listProductsByPublication(db: Queryable): Promise<ProductRow[]> {
  return productsOnSale(db)
    .orderBy((row) => row.fn.coalesce('publishedAt', 'createdAt'), 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export function findProductOnSale(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return productOnSale.executeTakeFirst(db, { id });
}

const productOnSale = prepared((db, { id }: Placeholders<{ id: string }>) => productsOnSale(db).where('id', '=', id));

/** Includes withdrawn ones, since buyers keep what they bought. */
export function findProduct(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return productOf.executeTakeFirst(db, { id });
}

const productOf = prepared((db, { id }: Placeholders<{ id: string }>) =>
  db.selectFrom('products').selectAll().where('id', '=', id),
);

export function listProductsByIds(db: Queryable, ids: readonly string[]): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().where('id', 'in', ids).execute();
}

export function listProductsNamed(db: Queryable, name: string): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().where('name', '=', name).execute();
}

/** Withdrawn ones too; they come in the order of their names. */
export function listProductNames(db: Queryable): Promise<Pick<ProductRow, 'id' | 'name' | 'withdrawnAt'>[]> {
  return db.selectFrom('products').select(['id', 'name', 'withdrawnAt']).orderBy('nameOrder').orderBy('id').execute();
}

export function findAnyProduct(db: Queryable): Promise<Pick<ProductRow, 'id'> | undefined> {
  return db.selectFrom('products').select('id').executeTakeFirst();
}

export function findAnyProductOf(db: Queryable, ids: string[]): Promise<Pick<ProductRow, 'id'> | undefined> {
  return db.selectFrom('products').select('id').where('id', 'in', ids).limit(1).executeTakeFirst();
}

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

export function listProductTexts(db: Queryable) {
  return db
    .selectFrom('products')
    .select(['image', 'videoUrl', 'downloadUrl', 'description', 'systemRequirements', 'body', 'media'])
    .execute();
}

/** PostgreSQL only. Changes with each edit of a product, category or review and each version, also by a process whose clock is slow. */
export async function findCatalogVersion(db: Queryable): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(concat(id, "updatedAt", "withdrawnAt", "currentVersion", "soldOutAt"), 0)), 0)
      || ' ' || (select coalesce(sum(hashtextextended(concat(id, ' ', position, ' ', name), 0)), 0) from categories)
      || ' ' || (select count(*) || ' ' || coalesce(max("changedAt"), '') from reviews) as version
    from products`.execute(db);
  return rows[0]?.version ?? '';
}

/** A kit is on sale while all its parts are. */
function productsOnSale(db: Queryable) {
  return db
    .selectFrom('products')
    .selectAll()
    .where('status', '=', 'active')
    .where('withdrawnAt', 'is', null)
    .where((row) =>
      row.or([
        row('kind', '=', 'plugin'),
        row.not(
          row.exists(
            row
              .selectFrom('kitParts')
              .innerJoin('products as part', 'part.id', 'kitParts.productId')
              .select('part.id')
              .whereRef('kitParts.kitId', '=', 'products.id')
              .where((part) =>
                part.or([part('part.status', '<>', 'active'), part('part.withdrawnAt', 'is not', null)]),
              ),
          ),
        ),
      ]),
    );
}
