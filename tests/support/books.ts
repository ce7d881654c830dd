import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Tables } from '#db/tables.ts';

/** Opens the file of a running store beside it, so that a test can prepare or read what no call of the store would. */
export function openBooks(path: string): Database {
  const file = new BetterSqlite3(path, { fileMustExist: true });
  file.pragma('busy_timeout = 5000');
  file.pragma('foreign_keys = ON');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
}
