import { sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import type { Queryable } from '../tables.ts';

export function isDatabaseResponding(db: Queryable): Promise<boolean> {
  return sql`select 1 from categories limit 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/** Changes with every write of any process. */
export async function findDataVersion(db: Queryable): Promise<string> {
  const version = isSqlite(db)
    ? sql<{ version: string }>`select total_changes() || ' ' || data_version as version from pragma_data_version`
    : sql<{ version: string }>`select pg_current_snapshot()::text as version`;
  const { rows } = await version.execute(db);
  return rows[0]?.version ?? '';
}
