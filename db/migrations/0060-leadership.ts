import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** A file has one process. */
export async function up(db: Kysely<never>): Promise<void> {
  if (!isSqlite(db)) await runStatements(db, STATEMENTS);
}

const STATEMENTS = `
CREATE TABLE leadership (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  term INTEGER NOT NULL,
  holder TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
ALTER TABLE instances ADD COLUMN "newestStep" TEXT;;
ALTER TABLE instances ADD COLUMN "hasWorker" INTEGER CHECK ("hasWorker" IN (0, 1))`;
