import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** What the owner is told by mail: one row for each subject, of its present incident and of when it was last told. */
const STATEMENTS = `
CREATE TABLE incidents (
  subject TEXT PRIMARY KEY CHECK (subject IN ('backup', 'bank', 'disk')),
  "beganAt" TEXT,
  "toldAt" TEXT,
  "isTold" INTEGER NOT NULL DEFAULT 0 CHECK ("isTold" IN (0, 1)),
  CHECK ("isTold" = 0 OR ("beganAt" IS NOT NULL AND "toldAt" IS NOT NULL))
) STRICT, WITHOUT ROWID`;
