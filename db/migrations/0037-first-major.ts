import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE "purchaseItems" ADD COLUMN "awaitsMajor" INTEGER NOT NULL DEFAULT 0 CHECK ("awaitsMajor" IN (0, 1));;
CREATE INDEX "purchaseItemsAwaitingMajor" ON "purchaseItems" ("productId") WHERE "awaitsMajor" = 1`;
