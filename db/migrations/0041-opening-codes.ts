import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
CREATE TABLE "openingCodes" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  "nameHash" TEXT NOT NULL,
  "codeHash" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;;
CREATE INDEX "openingCodesByName" ON "openingCodes" ("nameHash")`;
