import { sql } from 'kysely';
import { findsAny } from '../../results.ts';
import type { ProductHostRow, ProductRow, ProductTermsRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';

/** Null means all products. */
export function listHosts(db: Queryable, productIds: readonly string[] | null): Promise<ProductHostRow[]> {
  return db
    .selectFrom('productHosts')
    .selectAll()
    .$if(productIds !== null, (hosts) => hosts.where('productId', 'in', productIds ?? []))
    .execute();
}

export async function deleteHosts(db: Queryable, productId: string): Promise<void> {
  await db.deleteFrom('productHosts').where('productId', '=', productId).execute();
}

export async function insertHosts(db: Queryable, hosts: readonly ProductHostRow[]): Promise<void> {
  if (hosts.length > 0) await db.insertInto('productHosts').values(hosts).execute();
}

/** Former addresses and those of withdrawn products count, too. */
export async function listSlugsLike(db: Queryable, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('slug')
    .where('slug', 'like', `${beginning}%`)
    .unionAll(db.selectFrom('productSlugs').select('slug').where('slug', 'like', `${beginning}%`))
    .execute();
  return rows.flatMap(({ slug }) => (slug === null ? [] : [slug]));
}

/** Says whether it leads to another product, now or from an old link. */
export function isSlugTaken(db: Queryable, slug: string, productId: string): Promise<boolean> {
  return db
    .selectFrom('products')
    .where('slug', '=', slug)
    .where('id', '<>', productId)
    .unionAll(
      db
        .selectFrom('productSlugs')
        .select(({ lit }) => lit(1).as('found'))
        .where('slug', '=', slug)
        .where('productId', '<>', productId),
    )
    .$call(findsAny);
}

export async function insertFormerSlug(db: Queryable, slug: string, productId: string): Promise<void> {
  await db
    .insertInto('productSlugs')
    .values({ slug, productId })
    .onConflict((row) => row.column('slug').doNothing())
    .execute();
}

export async function deleteFormerSlug(db: Queryable, slug: string): Promise<void> {
  await db.deleteFrom('productSlugs').where('slug', '=', slug).execute();
}

export function findProductBySlug(db: Queryable, slug: string): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('slug', '=', slug).executeTakeFirst();
}

export function findProductByFormerSlug(db: Queryable, slug: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom('products')
    .innerJoin('productSlugs', 'productSlugs.productId', 'products.id')
    .selectAll('products')
    .where('productSlugs.slug', '=', slug)
    .executeTakeFirst();
}

/** What each version said stays, since purchases name theirs. */
export async function insertTerms(db: Queryable, terms: ProductTermsRow): Promise<void> {
  await db
    .insertInto('productTerms')
    .values(terms)
    .onConflict((row) => row.columns(['productId', 'version']).doNothing())
    .execute();
}

/** Products with terms of their own keep their version. */
export async function raiseUsualTermsVersions(db: Queryable): Promise<void> {
  await db
    .updateTable('products')
    .set((row) => ({ termsVersion: row('termsVersion', '+', 1) }))
    .where('licenseText', 'is', null)
    .execute();
}

export async function insertUsualTermsOfProducts(
  db: Queryable,
  { text, createdAt }: Pick<ProductTermsRow, 'text' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('productTerms')
    .columns(['productId', 'version', 'text', 'createdAt'])
    .expression(
      db
        .selectFrom('products')
        .select(['id', 'termsVersion', sql.val(text).as('text'), sql.val(createdAt).as('createdAt')])
        .where('licenseText', 'is', null),
    )
    .execute();
}

export function findTerms(db: Queryable, productId: string, version: number): Promise<ProductTermsRow | undefined> {
  return db
    .selectFrom('productTerms')
    .selectAll()
    .where('productId', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst();
}
