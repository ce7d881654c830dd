import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { ProductStatus } from '#src/wire/products/data-fields.ts';
import { countRows, deletesAny, updatesAny } from '../../results.ts';
import type { ProductFigures } from '../../tables/products.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { matching } from '../lists/full-text-search.ts';
import type { Slice } from '../lists/paging.ts';

export type ProductWithFigures = Selectable<Tables['products']> & Omit<ProductFigures, 'id'>;

/** `alsoIn` are categories whose products match the search by their category alone; null is a category, too. */
export type ProductFilter = {
  q: string;
  alsoIn: readonly string[];
  category: { id: string | null } | null;
  status: ProductStatus | null;
  /** All are meant where it is null. */
  among: readonly string[] | null;
};

type ProductOrder = 'nameOrder' | 'priceCents' | 'updatedAt' | 'downloads';

export function listAdminProducts(
  db: Queryable,
  filter: ProductFilter,
  by: ProductOrder,
  { order, limit, offset }: Slice,
  chosen: readonly string[] | null = null,
): Promise<ProductWithFigures[]> {
  return listedProducts(db, filter)
    .$if(chosen !== null, (products) => products.where('products.id', 'in', chosen ?? []))
    .$call(withFigures)
    .orderBy(`products.${by}`, order)
    .orderBy('products.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countAdminProducts(db: Queryable, filter: ProductFilter): Promise<number> {
  return listedProducts(db, filter).$call(countRows);
}

function listedProducts(db: Queryable, { q, alsoIn, category, status, among }: ProductFilter) {
  return db
    .selectFrom('products')
    .where('withdrawnAt', 'is', null)
    .$if(status !== null, (products) => products.where('status', '=', status ?? 'active'))
    .$if(among !== null, (products) => products.where('products.id', 'in', among ?? []))
    .$if(q !== '', (products) =>
      products.where((row) =>
        row.or([
          row('products.id', 'in', matching(db, 'product', q)),
          ...(alsoIn.length > 0 ? [row('products.categoryId', 'in', alsoIn)] : []),
        ]),
      ),
    )
    .$if(category !== null, (products) => {
      const id = category?.id ?? null;
      return id === null ? products.where('categoryId', 'is', null) : products.where('categoryId', '=', id);
    });
}

function withFigures<Selected>(products: SelectQueryBuilder<Tables, 'products', Selected>) {
  return products
    .innerJoin('productFigures', 'productFigures.id', 'products.id')
    .selectAll('products')
    .select(['productFigures.keysAvailable', 'productFigures.buyersWaiting']);
}

export function findAdminProduct(db: Queryable, id: string): Promise<ProductWithFigures | undefined> {
  return db
    .selectFrom('products')
    .$call(withFigures)
    .where('products.id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
}

/** What a product of another platform may become; kits are sold by their parts. */
export function listImportTargets(db: Queryable): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('kind', '=', 'plugin')
    .where('withdrawnAt', 'is', null)
    .orderBy('nameOrder')
    .orderBy('id')
    .execute();
}

export async function insertProduct(db: Queryable, product: Insertable<Tables['products']>): Promise<void> {
  await db.insertInto('products').values(product).execute();
}

/** Returns false when the product is gone or changed since `readAt`. */
export function updateProduct(
  db: Queryable,
  { id, readAt, changes }: { id: string; readAt: string; changes: Updateable<Tables['products']> },
): Promise<boolean> {
  return db
    .updateTable('products')
    .set(changes)
    .where('id', '=', id)
    .where('updatedAt', '=', readAt)
    .where('withdrawnAt', 'is', null)
    .$call(updatesAny);
}

/** An untouched one is as it was made. */
export function deleteUnusedProduct(db: Queryable, id: string, which?: 'untouched'): Promise<boolean> {
  return db
    .deleteFrom('products')
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .$if(which === 'untouched', (product) =>
      product
        .whereRef('updatedAt', '=', 'createdAt')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('releases').select('id').where('productId', '=', id))),
        ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchaseItems').select('id').where('productId', '=', id).limit(1))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchaseItems').select('id').where('kitId', '=', id).limit(1))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('activationKeys').select('id').where('productId', '=', id).limit(1))),
    )
    .$call(deletesAny);
}

export function withdrawProduct(db: Queryable, id: string, now: string): Promise<boolean> {
  return db
    .updateTable('products')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .$call(updatesAny);
}
