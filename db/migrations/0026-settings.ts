import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0021-mail-and-buyers';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** `usualTerms` keeps what the shop's own license terms said, for the purchases of their time. */
const STATEMENTS = `
CREATE TABLE settings (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "updatedBy" TEXT NOT NULL
) STRICT;;
CREATE TABLE "usualTerms" (
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY (version)
) STRICT;;
CREATE TABLE "mailTests" (
  id TEXT PRIMARY KEY NOT NULL,
  "requestedBy" TEXT NOT NULL,
  "requestedAt" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  reason TEXT,
  "endedAt" TEXT,
  CHECK ((state = 'waiting') = ("endedAt" IS NULL))
) STRICT;;
CREATE INDEX "mailTestsByTime" ON "mailTests" ("requestedAt")`;
