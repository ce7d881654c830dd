import { read } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSqlite } from '../../engine.ts';
import { databaseFileOf } from '../../engines/held-files.ts';
import type { Database } from '../../tables.ts';

/** Returns false while another process reads the journal, which may then still contain erased data; a server keeps its own. */
export async function checkpointWal(db: Database): Promise<boolean> {
  if (!isSqlite(db)) return true;
  return db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = ${sql.lit(JOURNAL_TIMEOUT_MS)}`.execute(connection);
    try {
      const emptied = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return emptied.rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = 0`.execute(connection);
    }
  });
}

export async function measureDatabase(db: Database): Promise<number> {
  if (!isSqlite(db)) return measurePersonalTables(db);
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function measurePersonalTables(db: Database): Promise<number> {
  const sizes = PEOPLE_TABLES.map((table) => sql`pg_total_relation_size(${quoted(table)}::regclass)`);
  const { rows } = await sql<{ bytes: number }>`select ${sql.join(sizes, sql` + `)} as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Finds the texts in rows and in unused pages; a server's files are out of reach. */
export async function fileContains(db: Database, texts: string[]): Promise<boolean> {
  if (!isSqlite(db)) return false;
  const wanted = texts.filter((text) => text !== '').map((text) => Buffer.from(text));
  const overlap = Math.max(0, ...wanted.map((text) => text.length));
  const window = Buffer.alloc(WINDOW_BYTES);
  for (let at = 0; ; at += WINDOW_BYTES - overlap) {
    const { bytesRead } = await promisify(read)(databaseFileOf(db), window, 0, WINDOW_BYTES, at);
    const part = window.subarray(0, bytesRead);
    if (wanted.some((text) => part.includes(text))) return true;
    if (bytesRead < WINDOW_BYTES) return false;
  }
}

export async function reindexPersonalData(db: Database): Promise<void> {
  if (!isSqlite(db)) return vacuumBesideVisitors(db);
  for (const index of PEOPLE_INDEXES) await sql`reindex ${sql.id(index)}`.execute(db);
}

/** Blocks everybody for seconds in a large store. */
export async function vacuumDatabase(db: Database): Promise<void> {
  await (isSqlite(db) ? vacuumFile(db) : rewritePersonalTables(db));
}

/** The whole database is copied to the temporary store. */
function vacuumFile(db: Database): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`pragma temp_store = file`.execute(connection);
    try {
      await sql`vacuum`.execute(connection);
    } finally {
      await sql`pragma temp_store = memory`.execute(connection);
    }
  });
}

/** `VACUUM` alone leaves erased rows in the files of the tables. */
async function rewritePersonalTables(db: Database): Promise<void> {
  try {
    await patiently(db, (patient) => forEachTable((table) => sql`vacuum (full) ${table}`.execute(patient)));
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    await vacuumBesideVisitors(db);
  }
}

/** Takes the entries out of the indexes; a rewrite of large tables would outlast every limit of a statement. */
function vacuumBesideVisitors(db: Database): Promise<void> {
  return patiently(db, (patient) => forEachTable((table) => sql`vacuum (index_cleanup on) ${table}`.execute(patient)));
}

async function forEachTable(work: (table: ReturnType<typeof sql.id>) => Promise<unknown>): Promise<void> {
  for (const table of PEOPLE_TABLES) await work(sql.id(table));
}

/** A table of millions takes longer than a visitor's statement may. */
function patiently(db: Database, work: (patient: Database) => Promise<void>): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = '60s'`.execute(connection);
    try {
      await work(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

function quoted(table: string): string {
  return `"${table}"`;
}

const LOCK_NOT_AVAILABLE = '55P03';
const PEOPLE_TABLES = [
  'customers',
  'purchases',
  'purchaseEvents',
  'outbox',
  'buyerTokens',
  'machines',
  'customerNotes',
  'reviews',
  'withdrawals',
  'stockNotices',
  'customerWords',
  'purchaseWords',
  'keyWords',
];

const JOURNAL_TIMEOUT_MS = 50;
const WINDOW_BYTES = 1 << 20;
const PEOPLE_INDEXES = [
  'customersByName',
  'customersByEmail',
  'purchasesByCustomerName',
  'purchasesEndedByCustomer',
  // The index of `email TEXT UNIQUE`.
  'sqlite_autoindex_customers_2',
];
