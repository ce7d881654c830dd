import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { finishInterruptedRestore } from './backup/interrupted-restore.ts';
import { BulkDialect } from './engines/bulk-driver.ts';
import { StoreDialect } from './engines/dialect.ts';
import { type LockWaits, openLockWaits, type StoreDriver } from './engines/driver.ts';
import { giveFiles, holdFiles } from './engines/held-files.ts';
import type { PostgresOptions, PostgresServer } from './engines/postgres.ts';
import { realPathOf } from './engines/real-path.ts';
import { rememberStatements } from './engines/statements.ts';
import type { Database, SqliteHandle, Tables } from './tables.ts';
import { addBulkWriter } from './transactions.ts';

export type OpenDatabase = {
  db: Database;
  /** Code that takes no `Database` writes with it inside a transaction of `db`, so that it waits for the others. */
  sqlite?: SqliteHandle;
  /** Runs it while no transaction of ours is open. */
  betweenGroups?: StoreDriver['betweenGroups'];
  /** The file of SQLite's index of the journal, open until `close`. */
  journalIndex?: () => number;
  /** It sees only committed data and waits for nobody. */
  sqliteReader?: SqliteHandle;
  /** PostgreSQL has none of these. */
  lockWaits?: Readonly<LockWaits>;
  /** SQLite has none of this. */
  postgres?: PostgresServer;
  close(): Promise<void>;
};

export type OpenSqlite = OpenDatabase & {
  sqlite: SqliteHandle;
  sqliteReader: SqliteHandle;
  betweenGroups: StoreDriver['betweenGroups'];
  journalIndex: () => number;
};

export async function openDatabase(
  databaseUrl: string,
  options?: PostgresOptions & SqliteOptions,
): Promise<OpenDatabase> {
  if (isFileUrl(databaseUrl)) return openSqlite(databaseUrl, options);
  const { openPostgres } = await import('./engines/postgres.ts');
  return openPostgres(databaseUrl, options);
}

/** Opens it without the store's lock, and closes it after the work. */
export async function besideStore<Result>(
  databaseUrl: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openBesideStore(databaseUrl);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function openBesideStore(databaseUrl: string): Promise<OpenDatabase> {
  if (!isFileUrl(databaseUrl)) return openDatabase(databaseUrl, { isPatient: true });
  const sqlite = openCopy(databasePath(databaseUrl));
  sqlite.pragma('synchronous = FULL');
  // The store alone writes its journal back.
  sqlite.pragma('wal_autocheckpoint = 0');
  const db = new Kysely<Tables>({ dialect: new StoreDialect(sqlite) });
  return { db, close: () => db.destroy() };
}

export function isFileUrl(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:');
}

/** `bulkProgram`: the built `engines/writer-thread.ts`, which computes `inBulk`; without it, this process does. */
type SqliteOptions = { bulkProgram?: string | undefined };

/** The path is relative to the working folder; throws a sentence when another process has it open. */
export function openSqlite(databaseUrl: string, { bulkProgram }: SqliteOptions = {}): OpenSqlite {
  const file = databasePath(databaseUrl);
  const { sqlite, sqliteReader, release } = openFile(file);
  const lockWaits = openLockWaits();
  const dialect = new StoreDialect(rememberStatements(sqlite), rememberStatements(sqliteReader), lockWaits);
  const db = new Kysely<Tables>({ dialect });
  const journalPages = () => Number(sqlite.pragma('wal_autocheckpoint', { simple: true }));
  const bulk =
    bulkProgram === undefined
      ? undefined
      : new Kysely<Tables>({
          dialect: new BulkDialect(dialect, { program: bulkProgram, file, pragmas: BULK_PRAGMAS, journalPages }),
        });
  if (bulk) addBulkWriter(db, bulk);
  const files = holdFiles(file);
  giveFiles(db, files);
  return {
    db,
    sqlite,
    sqliteReader,
    lockWaits,
    betweenGroups: (work) => dialect.createDriver().betweenGroups(work),
    journalIndex: () => files.read('-shm'),
    async close() {
      await bulk?.destroy();
      await db.destroy();
      files.close();
      release();
    },
  };
}

/** Throws a sentence where a link leads nowhere, or the database is no file. */
export function databasePath(databaseUrl: string): string {
  if (!isFileUrl(databaseUrl)) throw settingsError(NO_FILE);
  try {
    return realPathOf(resolve(databaseUrl.replace(/^file:(\/\/)?/, '')));
  } catch (error) {
    throw cannotOpen(error);
  }
}

/** Returns the function that releases the lock; throws a sentence when a store has it. */
export function holdDatabase(path: string): () => void {
  try {
    return takeLock(path);
  } catch (error) {
    throw cannotOpen(error);
  }
}

/** Reads a consistent copy beside a running store, without its lock. */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const source = openForReading(path);
  try {
    // The copy takes one step, because SQLite restarts it after each write.
    await source.backup(target, { progress: () => EVERY_PAGE });
  } finally {
    source.close();
  }
}

/** Nothing of a database that can be read stands in its journal afterwards. Throws a sentence while another program reads it. */
export function writeJournalBack(path: string): void {
  if (!existsSync(path)) return;
  const sqlite = openCopy(path);
  try {
    if (sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) throw settingsError(IN_USE);
  } catch (error) {
    if (!errorCode(error) || /^SQLITE_(?:BUSY|FULL)/.test(errorCode(error))) throw cannotOpen(error);
  } finally {
    sqlite.close();
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
const NO_FILE = 'Este comando só trabalha com um banco de dados em arquivo: DATABASE_URL deve começar com file:.';

export function openCopy(path: string): SqliteHandle {
  const sqlite = new BetterSqlite3(path, { fileMustExist: true });
  sqlite.pragma('trusted_schema = OFF');
  return sqlite;
}

export function openScratch(): Database {
  return new Kysely<Tables>({ dialect: new StoreDialect(new BetterSqlite3(':memory:')) });
}

function openFile(path: string): Pick<OpenSqlite, 'sqlite' | 'sqliteReader'> & { release: () => void } {
  const opened: { close(): void }[] = [];
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const release = takeLock(path);
    opened.push({ close: release });
    finishInterruptedRestore(realPathOf(path));
    // SQLite's journals inherit the file's permissions.
    createPrivately(path);
    const sqlite = new BetterSqlite3(path);
    opened.push(sqlite);
    for (const pragma of PRAGMAS) sqlite.pragma(pragma);
    assertPragma(sqlite, 'journal_mode', 'wal');
    assertPragma(sqlite, 'synchronous', 2);
    // The journal may still hold erased data after a crash.
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const sqliteReader = new BetterSqlite3(path, { readonly: true });
    opened.push(sqliteReader);
    for (const pragma of READER_PRAGMAS) sqliteReader.pragma(pragma);
    // SQLite would block the whole process; `driver.ts` waits instead.
    for (const handle of [sqlite, sqliteReader]) handle.pragma('busy_timeout = 0');
    return { sqlite, sqliteReader, release };
  } catch (error) {
    // The same process may try again, once a full disk has room.
    for (const each of opened.toReversed()) each.close();
    throw cannotOpen(error);
  }
}

/** Two handles share what better-sqlite3 gives one, in KiB. */
const HALF_CACHE = 'cache_size = -8000';

/** 8 MB: all wait some milliseconds while the journal is written back, and under load SQLite's 1,000 pages do so twice as often. */
export const JOURNAL_PAGES = 2_000;

/** better-sqlite3 runs WAL databases at NORMAL, where a power cut can lose purchases. */
const PRAGMAS = [
  'busy_timeout = 2000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'secure_delete = ON',
  'journal_size_limit = 67108864',
  `wal_autocheckpoint = ${JOURNAL_PAGES}`,
  // Savepoints would copy pages to a temporary file, more of them than the journal gets.
  'temp_store = MEMORY',
  HALF_CACHE,
];
const BULK_PRAGMAS = [...PRAGMAS, 'wal_autocheckpoint = 0', 'cache_size = -32000'];
const READER_PRAGMAS = ['trusted_schema = OFF', 'temp_store = MEMORY', HALF_CACHE];

function assertPragma(sqlite: BetterSqlite3.Database, name: string, expected: unknown): void {
  const actual = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`SQLite runs with ${name} = ${actual}, not ${expected}`);
}

/** Locks a small database beside the store's; the operating system releases it with the process. */
function takeLock(path: string): () => void {
  const file = `${realPathOf(path)}.lock`;
  createPrivately(file);
  const lock = new BetterSqlite3(file, { timeout: 0 });
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

/** Opens no file that is there: this process may hold locks on it, which end where it closes any handle of it. */
function createPrivately(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

const IN_USE = 'Outro processo já está usando este banco de dados. Encerre-o antes de abrir a loja de novo.';

function cannotOpen(error: unknown): Error {
  const code = errorCode(error);
  if (!code) return error instanceof Error ? error : new Error(String(error));
  const sentence = code.startsWith('SQLITE_BUSY')
    ? IN_USE
    : `DATABASE_URL: não foi possível abrir o banco de dados (${code}).`;
  return settingsError(sentence, error);
}
