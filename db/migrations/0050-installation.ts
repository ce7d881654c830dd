import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** A shop that began without the installation in the browser has no row. */
const STATEMENTS = `
CREATE TABLE installation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  "beganAt" TEXT NOT NULL,
  "finishedAt" TEXT
) STRICT;;
CREATE TABLE "installationLinks" (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE TABLE "installationSteps" (
  step TEXT PRIMARY KEY CHECK (length(step) BETWEEN 1 AND 20),
  outcome TEXT NOT NULL CHECK (outcome IN ('saved', 'skipped')),
  "endedAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
