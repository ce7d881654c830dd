import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { openScratch } from '../client.ts';
import * as theStore from '../migrations/0001-the-store.ts';
import * as theBackOffice from '../migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from '../migrations/0003-coupons-and-commissions.ts';
import * as theBanks from '../migrations/0004-the-banks.ts';
import type { Tables } from '../tables.ts';

const STEPS: Migration[] = [theStore, theBackOffice, couponsAndCommissions, theBanks];
const NOTES = ['kysely_migration', 'kysely_migration_lock'];

/** Returns false, changing nothing, unless it holds only what migrations insert. */
export async function clearUnfinishedStart(tx: Transaction<Tables>): Promise<boolean> {
  const scratch = openScratch();
  try {
    for (const { up } of STEPS) await up(scratch);
    const fresh = new Map(await contentOf(scratch));
    const found = await contentOf(tx);
    const isOurs = found.every(([table, rows]) => rows.every((row) => fresh.get(table)?.includes(row)));
    const isKnown = found.every(([table]) => fresh.has(table));
    if (!isOurs || !isKnown) return false;
  } finally {
    await scratch.destroy();
  }
  await dropTables(tx);
  return true;
}

async function contentOf(db: Kysely<Tables>): Promise<[table: string, rows: string[]][]> {
  const content: [string, string[]][] = [];
  for (const name of await listTables(db)) {
    if (NOTES.includes(name)) continue;
    const { rows } = await sql`select * from ${sql.id(name)} limit ${sql.lit(MOST_ROWS)}`.execute(db);
    content.push([name, rows.map((row) => JSON.stringify(row))]);
  }
  return content;
}

const MOST_ROWS = 50;

async function dropTables(tx: Transaction<Tables>): Promise<void> {
  for (const kind of ['CREATE VIRTUAL TABLE%', 'CREATE TABLE%']) {
    for (const name of await listTables(tx, kind)) await sql`drop table ${sql.id(name)}`.execute(tx);
  }
}

async function listTables(db: Kysely<Tables>, statement = '%'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'sqlite~_%' escape '~' and sql like ${statement}`.execute(db);
  return rows.map(({ name }) => name);
}
