import type { Kysely } from 'kysely';

/** SQLite lets one transaction write at a time; PostgreSQL many. */
export function isSqlite(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return 'hasOneWriter' in db.getExecutor().adapter;
}
