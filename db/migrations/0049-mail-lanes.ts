import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** Notices wait in a lane of their own, so that those which a quota holds back are never read with receipts. */
const STATEMENTS = `
ALTER TABLE outbox ADD COLUMN "isNotice" INTEGER NOT NULL DEFAULT 0 CHECK ("isNotice" IN (0, 1));;
ALTER TABLE outbox ADD COLUMN "bouncedAt" TEXT;;
UPDATE outbox SET "isNotice" = 1 WHERE kind = 'stock_notice' OR (kind = 'release' AND "customerId" IS NOT NULL);;
DROP INDEX "outboxDue";;
CREATE INDEX "outboxDue" ON outbox ("isNotice", "nextAttemptAt") WHERE state = 'waiting';;
DROP INDEX "mailSent";;
CREATE INDEX "mailSent" ON outbox ("isNotice", "sentAt") WHERE "sentAt" IS NOT NULL;;
ALTER TABLE customers ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE customers ADD COLUMN "bouncedAt" TEXT;;
CREATE TABLE "mailAccounts" (
  account TEXT PRIMARY KEY CHECK (account IN ('shop', 'notices')),
  "refusedAt" TEXT,
  refusals INTEGER NOT NULL,
  "noticesFrom" TEXT
) STRICT`;
