import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products', 'purchaseItems'];

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE products ADD COLUMN "renewalPriceCents" INTEGER CHECK ("renewalPriceCents" >= 0);;
ALTER TABLE "purchaseItems" ADD COLUMN "renewsItemId" TEXT;;
ALTER TABLE "purchaseItems" ADD COLUMN "renewalMonths" INTEGER CHECK ("renewalMonths" > 0);;
ALTER TABLE "purchaseItems" ADD COLUMN "updatesUntilAtSale" TEXT;;
ALTER TABLE "purchaseItems" ADD COLUMN "isEndTold" INTEGER NOT NULL DEFAULT 0 CHECK ("isEndTold" IN (0, 1));;
CREATE INDEX "purchaseItemsRenewing" ON "purchaseItems" ("renewsItemId") WHERE "renewsItemId" IS NOT NULL;;
CREATE INDEX "purchaseItemsEnding" ON "purchaseItems" ("updatesUntil") WHERE "updatesUntil" IS NOT NULL AND "isEndTold" = 0`;
