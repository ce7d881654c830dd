import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
CREATE TABLE "movedPurchases" (
  "tokenId" TEXT NOT NULL REFERENCES "buyerTokens" (id) ON DELETE CASCADE,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  PRIMARY KEY ("tokenId", "purchaseId")
) STRICT, WITHOUT ROWID;;
CREATE INDEX "movedPurchasesByPurchase" ON "movedPurchases" ("purchaseId")`;
