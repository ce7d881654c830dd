import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0021-mail-and-buyers';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** The mails are rows of the outbox, which count what was sent and skipped. */
const STATEMENTS = `
CREATE TABLE announcements (
  "releaseId" TEXT PRIMARY KEY REFERENCES releases (id),
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'stopped')),
  audience INTEGER NOT NULL CHECK (audience >= 0),
  "lastCustomerId" TEXT NOT NULL DEFAULT '',
  "queuedAt" TEXT,
  "createdAt" TEXT NOT NULL,
  "endedAt" TEXT,
  CHECK ((state = 'sending') = ("endedAt" IS NULL))
) STRICT, WITHOUT ROWID;;
CREATE INDEX "announcementsSending" ON announcements ("createdAt") WHERE state = 'sending';;
CREATE UNIQUE INDEX "noticeOfRelease" ON outbox ("releaseId", "customerId") WHERE "releaseId" IS NOT NULL AND "customerId" IS NOT NULL;;
CREATE INDEX "noticesByState" ON outbox ("releaseId", state) WHERE "releaseId" IS NOT NULL;;
CREATE INDEX "noticesSent" ON outbox ("sentAt") WHERE kind = 'release' AND "sentAt" IS NOT NULL`;
