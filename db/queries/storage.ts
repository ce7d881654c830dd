import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../tables.ts';

/**
 * Brings all that was written into the database's own file and leaves its journal empty, so that nothing erased stays there.
 * False while somebody else, such as a backup, still reads from the journal; it waits for them no longer than a blink.
 */
export function emptyJournal(db: Database): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
    await sql`pragma busy_timeout = ${sql.lit(BLINK_MS)}`.execute(connection);
    try {
      const emptied = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return emptied.rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(rows[0]?.timeout ?? USUAL_MS)}`.execute(connection);
    }
  });
}

/** The size of the database's file. */
export async function measureDatabase(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Whether any of the texts stands in the database's file, be it in a row or in a part that no row uses any more. */
export async function holdsBytes(db: Database, texts: string[]): Promise<boolean> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const wanted = texts.filter((text) => text !== '').map((text) => Buffer.from(text));
  const overlap = Math.max(0, ...wanted.map((text) => text.length));
  const file = await open(rows[0]?.file ?? '');
  try {
    const window = Buffer.alloc(WINDOW_BYTES);
    for (let at = 0; ; at += WINDOW_BYTES - overlap) {
      const { bytesRead } = await file.read(window, 0, WINDOW_BYTES, at);
      const part = window.subarray(0, bytesRead);
      if (wanted.some((text) => part.includes(text))) return true;
      if (bytesRead < WINDOW_BYTES) return false;
    }
  } finally {
    await file.close();
  }
}

/** Writes the indexes anew that order people by name and address, one at a time. */
export async function rewritePeopleIndexes(db: Database): Promise<void> {
  for (const index of PEOPLE_INDEXES) await sql`reindex ${sql.id(index)}`.execute(db);
}

/** Writes the whole file anew. In a big store this takes seconds, in which nobody else is served. */
export async function rewriteDatabase(db: Database): Promise<void> {
  await sql`vacuum`.execute(db);
}

const BLINK_MS = 50;
const USUAL_MS = 2_000;
const WINDOW_BYTES = 1 << 20;
const PEOPLE_INDEXES = [
  'customersByName',
  'customersByEmail',
  'purchasesByCustomerName',
  // The one behind `email TEXT UNIQUE`.
  'sqlite_autoindex_customers_2',
];
