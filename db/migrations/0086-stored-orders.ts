import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { storePlainColumns } from '../schema/plain-text.ts';
import { rebuildTable } from '../schema/rebuild-table.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** SQLite computed what lists are ordered by anew wherever a row was read, as PostgreSQL never did. */
export async function up(db: Kysely<never>): Promise<void> {
  if (!isSqlite(db)) return;
  for (const table of ['purchases', 'customers', 'products', 'coupons', 'users']) {
    await rebuildTable(db, table, storePlainColumns);
  }
}
