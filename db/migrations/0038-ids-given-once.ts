import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { rebuildTable } from '../schema/rebuild-table.ts';

export const oldestReader = '0018-products-by-name';

/** PostgreSQL gives no id twice. SQLite gave that of a deleted row again, which a worker or an open screen still knew. */
export async function up(db: Kysely<never>): Promise<void> {
  if (!isSqlite(db)) return;
  for (const name of ['bankSweeps', 'bankWindows', 'bankDifferences', 'outbox', 'webhookInbox']) {
    await rebuildTable(db, name, (table) => table.replace('INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT'));
  }
}
