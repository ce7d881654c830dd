import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** Kept reports without today's `shape` are added up anew. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE "keptReports" ADD COLUMN shape INTEGER NOT NULL DEFAULT 0;;
CREATE TABLE "offersShown" (day TEXT PRIMARY KEY, shown INTEGER NOT NULL) STRICT, WITHOUT ROWID`;
