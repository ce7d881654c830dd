import BetterSqlite3 from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Pool } from 'pg';
import { getTypeParser } from '#db/engines/postgres.ts';
import type { Database, Tables } from '#db/tables.ts';

export function openStoreDatabase(path: string): Database {
  const file = new BetterSqlite3(path, { fileMustExist: true });
  file.pragma('busy_timeout = 20000');
  // Keeps the write lock as short as possible.
  file.pragma('synchronous = OFF');
  file.pragma('foreign_keys = ON');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
}

export function openPostgresDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 4, types: { getTypeParser } });
  // A test may end the server; its next statement says so.
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
