import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

/** PostgreSQL has it from its first step. */
export async function up(db: Kysely<never>): Promise<void> {
  if (isSqlite(db)) await runStatements(db, 'CREATE TABLE "schemaFloor" (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');
}
