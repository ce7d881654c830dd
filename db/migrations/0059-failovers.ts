import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

/** Only a server may be replaced by another one. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, FAILOVERS);
  if (!isSqlite(db)) await runStatements(db, IDENTITY);
}

const FAILOVERS = `ALTER TABLE restores ADD COLUMN failover TEXT
  CHECK (failover IN ('waiting', 'nothing_lost', 'may_have_lost'))`;

const IDENTITY = `CREATE TABLE "databaseIdentity" (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  "systemId" TEXT NOT NULL,
  timeline INTEGER NOT NULL,
  "seenAt" TEXT NOT NULL
)`;
