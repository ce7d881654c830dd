import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products', 'purchaseItems'];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
CREATE TABLE offers (
  id TEXT NOT NULL PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "offeredProductId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 50),
  headline TEXT NOT NULL,
  text TEXT NOT NULL,
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "shownCount" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TEXT NOT NULL,
  CHECK ("productId" <> "offeredProductId")
) STRICT;;
CREATE INDEX "offersByProduct" ON offers ("productId", "createdAt", id);;
CREATE INDEX "offersByOfferedProduct" ON offers ("offeredProductId");;
CREATE INDEX "purchaseItemsByOffer" ON "purchaseItems" ("offerId", "purchaseId") WHERE "offerId" IS NOT NULL`;
