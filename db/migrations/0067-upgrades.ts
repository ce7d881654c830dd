import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products', 'purchaseItems', 'activationKeys'];

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE products ADD COLUMN "upgradesFrom" TEXT NOT NULL DEFAULT '[]';;
ALTER TABLE products ADD COLUMN "upgradePriceCents" INTEGER CHECK ("upgradePriceCents" >= 0);;
ALTER TABLE products ADD COLUMN "replacesKey" INTEGER NOT NULL DEFAULT 0 CHECK ("replacesKey" IN (0, 1));;
ALTER TABLE "purchaseItems" ADD COLUMN "upgradesItemId" TEXT;;
ALTER TABLE "purchaseItems" ADD COLUMN "replacesKey" INTEGER NOT NULL DEFAULT 0 CHECK ("replacesKey" IN (0, 1));;
CREATE INDEX "purchaseItemsUpgrading" ON "purchaseItems" ("upgradesItemId") WHERE "upgradesItemId" IS NOT NULL;;
ALTER TABLE "activationKeys" ADD COLUMN "replacedByItemId" TEXT;;
CREATE INDEX "activationKeysReplaced" ON "activationKeys" ("replacedByItemId") WHERE "replacedByItemId" IS NOT NULL`;
