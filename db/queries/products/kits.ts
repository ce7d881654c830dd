import type { KitPartRow, ProductRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';

export type KitPart = KitPartRow &
  Pick<ProductRow, 'name' | 'status' | 'withdrawnAt' | 'soldOutAt' | 'pauseWithoutKeys' | 'image' | 'systems'>;

/** Null means those of all kits. */
export function listKitParts(db: Queryable, kitIds: readonly string[] | null): Promise<KitPart[]> {
  return db
    .selectFrom('kitParts')
    .innerJoin('products', 'products.id', 'kitParts.productId')
    .selectAll('kitParts')
    .select([
      'products.name',
      'products.status',
      'products.withdrawnAt',
      'products.soldOutAt',
      'products.pauseWithoutKeys',
      'products.image',
      'products.systems',
    ])
    .$if(kitIds !== null, (parts) => parts.where('kitId', 'in', kitIds ?? []))
    .orderBy('kitId')
    .orderBy('position')
    .execute();
}

export function listProductsOfKit(db: Queryable, kitId: string): Promise<ProductRow[]> {
  return db
    .selectFrom('kitParts')
    .innerJoin('products', 'products.id', 'kitParts.productId')
    .selectAll('products')
    .where('kitId', '=', kitId)
    .orderBy('position')
    .execute();
}

export async function deleteKitParts(db: Queryable, kitId: string): Promise<void> {
  await db.deleteFrom('kitParts').where('kitId', '=', kitId).execute();
}

export async function insertKitParts(db: Queryable, parts: readonly KitPartRow[]): Promise<void> {
  if (parts.length > 0) await db.insertInto('kitParts').values(parts).execute();
}

export function listKitsWith(db: Queryable, productId: string): Promise<Pick<ProductRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('kitParts')
    .innerJoin('products', 'products.id', 'kitParts.kitId')
    .select(['products.id', 'products.name'])
    .where('productId', '=', productId)
    .where('withdrawnAt', 'is', null)
    .orderBy('products.name')
    .execute();
}

/** Kits with any of these in them. */
export function listKitsWithAny(db: Queryable, productIds: readonly string[]): Promise<{ kitId: string }[]> {
  return db
    .selectFrom('kitParts')
    .select('kitId')
    .where('productId', 'in', productIds)
    .distinct()
    .orderBy('kitId')
    .execute();
}

/** The fewest keys that one of its parts has; a kit none of whose parts takes keys from a pool is left out. */
export function listKeysOfKits(
  db: Queryable,
  kitIds: readonly string[],
): Promise<{ kitId: string; keysAvailable: number }[]> {
  return db
    .selectFrom('kitParts')
    .innerJoin('products', 'products.id', 'kitParts.productId')
    .innerJoin('allProductFigures', 'allProductFigures.id', 'products.id')
    .select((row) => ['kitId', row.fn.min<number>('allProductFigures.keysAvailable').as('keysAvailable')])
    .where('kitId', 'in', kitIds)
    .where('requiresActivation', '=', 1)
    .where('keySource', '=', 'pool')
    .groupBy('kitId')
    .execute();
}

/** Kits that are on sale but for a part that is not; each with the first such part. */
export function listHiddenKits(db: Queryable): Promise<{ id: string; name: string; part: string }[]> {
  return db
    .selectFrom('kitParts')
    .innerJoin('products as kit', 'kit.id', 'kitParts.kitId')
    .innerJoin('products as part', 'part.id', 'kitParts.productId')
    .select((row) => ['kit.id', 'kit.name', row.fn.min<string>('part.name').as('part')])
    .where('kit.status', '=', 'active')
    .where('kit.withdrawnAt', 'is', null)
    .where((row) => row.or([row('part.status', '<>', 'active'), row('part.withdrawnAt', 'is not', null)]))
    .groupBy(['kit.id', 'kit.name'])
    .orderBy('kit.name')
    .execute();
}
