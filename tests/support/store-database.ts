import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Tables } from '#db/tables.ts';

export function openStoreDatabase(path: string): Database {
  const file = new BetterSqlite3(path, { fileMustExist: true });
  file.pragma('busy_timeout = 20000');
  // Keeps the write lock as short as possible.
  file.pragma('synchronous = OFF');
  file.pragma('foreign_keys = ON');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
}
