import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products', 'purchaseItems'];

/** A purchase is found by its kit, and by each part of it. */
export const triggers = '561678f96f04afc2';

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE products ADD COLUMN kind TEXT NOT NULL DEFAULT 'plugin' CHECK (kind IN ('plugin', 'kit'));;
CREATE TABLE "kitParts" (
  "kitId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY ("kitId", position),
  UNIQUE ("kitId", "productId")
) STRICT, WITHOUT ROWID;;
CREATE INDEX "kitPartsByProduct" ON "kitParts" ("productId");;
CREATE INDEX "purchaseItemsByKit" ON "purchaseItems" ("kitId", "purchaseId") WHERE "kitId" IS NOT NULL`;
