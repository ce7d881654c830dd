import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** `value` is encrypted and bound to its name; `confirmedAt` is in Unix seconds, as the other times of a session. */
const STATEMENTS = `
CREATE TABLE "encryptedSettings" (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  value TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "updatedBy" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
ALTER TABLE sessions ADD COLUMN "confirmedAt" INTEGER`;
