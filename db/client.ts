import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely } from 'kysely';
import { StoreDialect } from './dialect.ts';
import type { Database, Tables } from './tables.ts';

export type OpenDatabase = {
  db: Database;
  /** The connection itself, for Lucia's adapter alone. Use it inside `db.connection()`, so that it waits its turn. */
  sqlite: SqliteHandle;
  close(): Promise<void>;
};

export type SqliteHandle = BetterSqlite3.Database;

/** Opens `file:…`, relative to the working folder. Throws a sentence when it cannot, or another process has it open. */
export function openDatabase(databaseUrl: string): OpenDatabase {
  const { sqlite, release } = openFile(databasePath(databaseUrl));
  const db = new Kysely<Tables>({ dialect: new StoreDialect({ database: rememberStatements(sqlite) }) });
  return {
    db,
    sqlite,
    async close() {
      await db.destroy();
      release();
    },
  };
}

/** The file that a `DATABASE_URL` means. */
export function databasePath(databaseUrl: string): string {
  return resolve(databaseUrl.replace(/^file:(\/\/)?/, ''));
}

/** Keeps every store away from the file until it is let go. Throws a sentence when one has it open. */
export function holdDatabase(path: string): () => void {
  try {
    return takeLock(`${path}.lock`);
  } catch (error) {
    throw cannotOpen(error);
  }
}

/** Copies a file that a store may be writing: reads it beside the store, without its lock, as of one moment. */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const source = openForReading(path);
  try {
    // In one step: a purchase between two steps would make SQLite begin the copy again, without end in a busy store.
    await source.backup(target, { progress: () => EVERY_PAGE });
  } finally {
    source.close();
  }
}

function openForReading(path: string): SqliteHandle {
  try {
    return new BetterSqlite3(path, { readonly: true, timeout: 5_000 });
  } catch (error) {
    throw cannotOpen(error);
  }
}

const EVERY_PAGE = 0x7fffffff;

/** Opens a copy that no store knows of. */
export function openCopy(path: string): SqliteHandle {
  const sqlite = new BetterSqlite3(path, { fileMustExist: true });
  sqlite.pragma('trusted_schema = OFF');
  return sqlite;
}

function openFile(path: string): { sqlite: BetterSqlite3.Database; release: () => void } {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const release = takeLock(`${path}.lock`);
    const sqlite = new BetterSqlite3(path);
    for (const pragma of PRAGMAS) sqlite.pragma(pragma);
    assertPragma(sqlite, 'journal_mode', 'wal');
    assertPragma(sqlite, 'synchronous', 2);
    // After a crash the journal still holds what was erased since.
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    return { sqlite, release };
  } catch (error) {
    throw cannotOpen(error);
  }
}

/** An acknowledged purchase survives a power cut: better-sqlite3 would otherwise run a WAL database at NORMAL. */
const PRAGMAS = [
  'busy_timeout = 2000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'secure_delete = ON',
  'journal_size_limit = 67108864',
];

function assertPragma(sqlite: BetterSqlite3.Database, name: string, expected: unknown): void {
  const actual = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`SQLite runs with ${name} = ${actual}, not ${expected}`);
}

/**
 * Holds an exclusive transaction on a small database beside the store's. The operating system lets it go with the process,
 * however that ends.
 */
function takeLock(path: string): () => void {
  const lock = new BetterSqlite3(path, { timeout: 0 });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

function cannotOpen(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code) return error instanceof Error ? error : new Error(String(error));
  const sentence = code.startsWith('SQLITE_BUSY')
    ? 'Outro processo já está usando este banco de dados. Encerre-o antes de abrir a loja de novo.'
    : `DATABASE_URL: não foi possível abrir o banco de dados (${code}).`;
  return Object.assign(new Error(sentence), { kind: 'settings', cause: error });
}

/**
 * Compiles each statement once. The statements of a store are few; what is built by lists of varying length is not kept, and
 * neither are pragmas, some of which act while they are compiled.
 */
function rememberStatements(sqlite: BetterSqlite3.Database) {
  const statements = new Map<string, BetterSqlite3.Statement>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known && !known.busy) return known;
      const statement = sqlite.prepare(sql);
      if (statements.size < MAXIMUM_STATEMENTS && sql.length < 4_000 && !/^pragma/i.test(sql)) {
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}

const MAXIMUM_STATEMENTS = 500;
