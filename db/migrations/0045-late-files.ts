import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** A version has a notice of its own, whose platform is empty, and one for each platform that got its file later. */
const STATEMENTS = `
ALTER TABLE "releaseFiles" ADD COLUMN "awaitsPublication" INTEGER NOT NULL DEFAULT 0 CHECK ("awaitsPublication" IN (0, 1));;
ALTER TABLE outbox ADD COLUMN platform TEXT NOT NULL DEFAULT '';;
DROP INDEX "noticeOfRelease";;
CREATE UNIQUE INDEX "noticeOfRelease" ON outbox ("releaseId", platform, "customerId") WHERE "releaseId" IS NOT NULL AND "customerId" IS NOT NULL;;
CREATE TABLE "announcementsAnew" (
  "releaseId" TEXT NOT NULL REFERENCES releases (id),
  platform TEXT NOT NULL DEFAULT '' CHECK (platform IN ('', 'windows', 'macos', 'macos-intel', 'macos-arm', 'linux')),
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'stopped')),
  audience INTEGER NOT NULL CHECK (audience >= 0),
  "lastCustomerId" TEXT NOT NULL DEFAULT '',
  "queuedAt" TEXT,
  "createdAt" TEXT NOT NULL,
  "endedAt" TEXT,
  PRIMARY KEY ("releaseId", platform),
  CHECK ((state = 'sending') = ("endedAt" IS NULL))
) STRICT, WITHOUT ROWID;;
INSERT INTO "announcementsAnew" ("releaseId", state, audience, "lastCustomerId", "queuedAt", "createdAt", "endedAt")
  SELECT "releaseId", state, audience, "lastCustomerId", "queuedAt", "createdAt", "endedAt" FROM announcements;;
DROP TABLE announcements;;
ALTER TABLE "announcementsAnew" RENAME TO announcements;;
CREATE INDEX "announcementsSending" ON announcements ("createdAt") WHERE state = 'sending'`;
