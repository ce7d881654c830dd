import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
CREATE TABLE backups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL CHECK (origin IN ('night', 'asked')),
  state TEXT NOT NULL CHECK (state IN ('running', 'verified', 'failed', 'removed')),
  "startedAt" TEXT NOT NULL,
  "endedAt" TEXT,
  "madeAt" TEXT,
  "sizeBytes" INTEGER,
  files INTEGER,
  "hasKeyFile" INTEGER NOT NULL CHECK ("hasKeyFile" IN (0, 1)),
  "isEncrypted" INTEGER NOT NULL CHECK ("isEncrypted" IN (0, 1)),
  folder TEXT,
  bucket TEXT,
  problem TEXT,
  CHECK ((state = 'running') = ("endedAt" IS NULL)),
  CHECK (state <> 'verified' OR ("madeAt" IS NOT NULL AND (folder IS NOT NULL OR bucket IS NOT NULL)))
) STRICT;;
CREATE INDEX "backupsByStart" ON backups ("startedAt")`;
