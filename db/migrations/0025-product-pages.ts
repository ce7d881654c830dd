import { type Kysely, sql } from 'kysely';
import { freeSlug, slugFrom } from '#src/wire/basics/slugs.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0021-mail-and-buyers';

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
  const products = await sql<Named>`select id, name from products order by "createdAt", id`.execute(db);
  const taken = new Set<string>();
  for (const { id, name } of products.rows) {
    const slug = freeSlug(slugFrom(name), taken);
    taken.add(slug);
    await sql`update products set slug = ${slug} where id = ${id}`.execute(db);
  }
}

type Named = { id: string; name: string };

/** `slug` is null where a process of an earlier release added the product. */
const SCHEMA = `
ALTER TABLE products ADD COLUMN slug TEXT;;
ALTER TABLE products ADD COLUMN tagline TEXT NOT NULL DEFAULT '';;
ALTER TABLE products ADD COLUMN body TEXT NOT NULL DEFAULT '';;
ALTER TABLE products ADD COLUMN media TEXT NOT NULL DEFAULT '[]';;
ALTER TABLE products ADD COLUMN faq TEXT NOT NULL DEFAULT '[]';;
ALTER TABLE products ADD COLUMN systems TEXT NOT NULL DEFAULT '[]';;
ALTER TABLE products ADD COLUMN "gpuNote" TEXT NOT NULL DEFAULT '';;
ALTER TABLE products ADD COLUMN "licenseText" TEXT;;
ALTER TABLE products ADD COLUMN "termsVersion" INTEGER NOT NULL DEFAULT 1 CHECK ("termsVersion" >= 1);;
ALTER TABLE purchases ADD COLUMN "termsVersion" INTEGER;;
CREATE UNIQUE INDEX "productsBySlug" ON products (slug);;

CREATE TABLE "productSlugs" (
  slug TEXT PRIMARY KEY NOT NULL,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE
) STRICT;;
CREATE INDEX "productSlugsByProduct" ON "productSlugs" ("productId");;

CREATE TABLE "productHosts" (
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  "minVersion" TEXT NOT NULL,
  "maxVersion" TEXT,
  "testedVersion" TEXT NOT NULL,
  PRIMARY KEY ("productId", host)
) STRICT;;
CREATE INDEX "productHostsByHost" ON "productHosts" (host);;

CREATE TABLE "productTerms" (
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY ("productId", version)
) STRICT`;
