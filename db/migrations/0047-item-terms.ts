import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** A purchase kept the terms of its first item alone. Its columns stay, since an earlier release may still write them. */
const STATEMENTS = `
ALTER TABLE "purchaseItems" ADD COLUMN "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60);;
ALTER TABLE "purchaseItems" ADD COLUMN "termsVersion" INTEGER;;
UPDATE "purchaseItems" SET "licenseTerms" = sold."licenseTerms", "termsVersion" = sold."termsVersion"
  FROM purchases AS sold WHERE sold.id = "purchaseItems".id
  AND (sold."licenseTerms" IS NOT NULL OR sold."termsVersion" IS NOT NULL);;
UPDATE "purchaseItems" SET "licenseTerms" = product."licenseTerms", "termsVersion" = product."termsVersion"
  FROM products AS product WHERE product.id = "purchaseItems"."productId" AND "purchaseItems".position > 0`;
