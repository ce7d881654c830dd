import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** What is grouped and searched by has its own column, the rest of an origin is JSON. */
const STATEMENTS = `
ALTER TABLE purchases ADD COLUMN "originSource" TEXT;;
ALTER TABLE purchases ADD COLUMN "originCampaign" TEXT;;
ALTER TABLE purchases ADD COLUMN "origin" TEXT;;
ALTER TABLE purchases ADD COLUMN "clickIds" TEXT;;
CREATE INDEX "purchasesByOrigin" ON purchases ("originSource", "createdAt") WHERE "originSource" IS NOT NULL;;
CREATE INDEX "purchasesByCampaign" ON purchases ("originCampaign", "createdAt") WHERE "originCampaign" IS NOT NULL;;
CREATE INDEX "purchasesWithClickIds" ON purchases ("createdAt") WHERE "clickIds" IS NOT NULL;;
CREATE TABLE "visitsByHour" (
  hour TEXT NOT NULL,
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  entries INTEGER NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (hour, page, source, campaign)
) STRICT, WITHOUT ROWID`;
