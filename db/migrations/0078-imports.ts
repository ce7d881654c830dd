import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchases'];
/** Figures leave out what was paid on another platform. */
export const triggers = '9a17146f4c35e05b';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/**
 * What an import wrote points at it, so that it can be undone. The lines of a file, and the sales that were read from them, are
 * there until they came in.
 */
const STATEMENTS = `
CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "fileBytes" INTEGER NOT NULL CHECK ("fileBytes" >= 0),
  encoding TEXT NOT NULL,
  delimiter TEXT NOT NULL,
  header TEXT NOT NULL,
  columns TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'checked', 'importing', 'done', 'undoing', 'undone')),
  counts TEXT NOT NULL,
  products TEXT NOT NULL,
  rates TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0 CHECK (position >= 0),
  kept INTEGER NOT NULL DEFAULT 0 CHECK (kept >= 0),
  announces INTEGER NOT NULL DEFAULT 0 CHECK (announces IN (0, 1)),
  "cursor" TEXT,
  "createdBy" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "startedAt" TEXT,
  "endedAt" TEXT
) STRICT;;
CREATE INDEX "importsByCreation" ON imports ("createdAt", id);;
CREATE INDEX "importsUnderWay" ON imports (state) WHERE state IN ('importing', 'undoing');;
CREATE TABLE "importLines" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  cells TEXT NOT NULL,
  problem TEXT,
  PRIMARY KEY ("importId", line)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "importSales" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  email TEXT NOT NULL,
  sale TEXT NOT NULL,
  PRIMARY KEY ("importId", position)
) STRICT, WITHOUT ROWID;;
CREATE INDEX "importSalesByEmail" ON "importSales" (email);;
CREATE TABLE "importProblems" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY ("importId", line)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "importedSales" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "importId" TEXT NOT NULL REFERENCES imports (id),
  source TEXT NOT NULL,
  "externalId" TEXT NOT NULL,
  "affiliateCode" TEXT,
  UNIQUE (source, "externalId")
) STRICT, WITHOUT ROWID;;
CREATE INDEX "importedSalesByImport" ON "importedSales" ("importId", "purchaseId");;
CREATE TABLE "importedCustomers" (
  "customerId" TEXT PRIMARY KEY,
  "importId" TEXT NOT NULL REFERENCES imports (id)
) STRICT, WITHOUT ROWID;;
CREATE INDEX "importedCustomersByImport" ON "importedCustomers" ("importId", "customerId");;
CREATE TABLE "importedProducts" (
  "productId" TEXT PRIMARY KEY,
  "importId" TEXT NOT NULL REFERENCES imports (id)
) STRICT, WITHOUT ROWID;;
CREATE INDEX "importedProductsByImport" ON "importedProducts" ("importId");;
DROP INDEX "purchasesRefunded";;
CREATE INDEX "purchasesRefunded" ON purchases ("refundedAt", "totalCents", "paidCents", provider) WHERE "refundedAt" IS NOT NULL;;
DROP INDEX "purchasesSold";;
CREATE INDEX "purchasesSold" ON purchases ("completedAt", id, "keptCents", "totalCents", "discountCents", provider) WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesImported" ON purchases ("completedAt", id) WHERE provider = 'import'`;
