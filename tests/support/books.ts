import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Tables } from '#db/tables.ts';

/** Opens the file of a running store beside it, so that a test can prepare or read what no call of the store would. */
export function openBooks(path: string): Database {
  const file = new BetterSqlite3(path, { fileMustExist: true });
  file.pragma('busy_timeout = 20000');
  // A test that writes holds the store up for as short a time as can be.
  file.pragma('synchronous = OFF');
  file.pragma('foreign_keys = ON');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
}
