import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const TERMS = `"licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60)`;

const SCHEMA = `
ALTER TABLE products ADD COLUMN "publishedAt" TEXT;;
ALTER TABLE products ADD COLUMN ${TERMS};;
ALTER TABLE purchases ADD COLUMN ${TERMS};;

UPDATE products SET "publishedAt" = "createdAt"
  WHERE status = 'active' OR EXISTS (SELECT 1 FROM purchases WHERE purchases."productId" = products.id);;

CREATE TRIGGER "productPublicationStands" BEFORE UPDATE OF "publishedAt" ON products
  WHEN OLD."publishedAt" IS NOT NULL AND NEW."publishedAt" IS NOT OLD."publishedAt" BEGIN
  SELECT RAISE(ABORT, 'the day of the first publication does not move');
END`;
