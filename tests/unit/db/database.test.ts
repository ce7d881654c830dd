import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenSqlite, openSqlite } from '#db/client.ts';
import { plain, plainly } from '#db/schema/plain-text.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

let folder: string;
let database: OpenSqlite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-'));
  await mkdir(`${folder}/new`);
  await layNewestDatabase(`${folder}/new/store.sqlite`);
  database = openSqlite(`file:${folder}/new/store.sqlite`);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('writes are synced before they are acknowledged, and deleted data is overwritten', async () => {
  await sql`insert into secrets values ('one', 'hash')`.execute(database.db);
  const read = (pragma: string) => database.sqlite.pragma(pragma, { simple: true });
  expect(
    ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'secure_delete', 'busy_timeout'].map(read),
  ).toEqual(['wal', 2, 1, 0, 1, 0]);
});

test('a database can be opened again after it was closed', async () => {
  expect(() => openSqlite(`file:${folder}/new/store.sqlite`)).toThrow(
    expect.objectContaining({ kind: 'settings', message: expect.stringMatching(/^Outro processo já está usando/) }),
  );
  await database.close();
  database = openSqlite(`file:${folder}/new/store.sqlite`);
  expect((await sql`select name from categories`.execute(database.db)).rows).toHaveLength(4);
});

test('the handle for reads reads alone, and what is committed', async () => {
  const { sqliteReader } = database;
  await sql`insert into secrets values ('one', 'hash')`.execute(database.db);
  expect(sqliteReader.prepare('select name from secrets').pluck().all()).toEqual(['one']);
  expect(() => sqliteReader.exec('delete from secrets')).toThrow('readonly');
  expect(sqliteReader.pragma('trusted_schema', { simple: true })).toBe(0);
});

test('dangling foreign keys are rejected', async () => {
  const session = { id: 's', user_id: 'nobody', created_at: 1, expires_at: 1 };
  const wrong = database.db.insertInto('sessions').values(session).execute();
  await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
});

test('what a process or a screen knows by its number alone has a number that is never given again', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table'
    and sql like '%INTEGER PRIMARY KEY%' and sql not like '%AUTOINCREMENT%' and name not like '%Search~_%' escape '~'`.execute(
    database.db,
  );
  const neverDeleted = ['audit', 'installation', 'restores'];
  const knownByAnotherColumn = ['changedHours', 'purchaseEvents'];
  const rowsOfIndexes = ['customerWords', 'keyWords', 'productWords', 'purchaseWords'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...neverDeleted, ...knownByAnotherColumn, ...rowsOfIndexes].toSorted(),
  );
});

test('the schema loads in an SQLite of 2022 with its parser depth of 100', async () => {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where sql is not null`.execute(database.db);
  expect(rows.length).toBeGreaterThan(100);
  const tooDeep = rows.filter((row) => nestingOf(row.sql) > 27).map(({ name }) => name);
  expect(tooDeep).toEqual([]);
});

test('the database folds text in the same way as the search', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'aZ9 éÉçÃñÜšø✓\u0301') }), async (text) => {
      const { rows } = await sql<{
        made: string;
      }>`select ${sql.raw(plainly('given'))} as made from (select ${text} as given)`.execute(database.db);
      expect(rows).toEqual([{ made: plain(text) }]);
      const customer = { id: 'c', email: 'c@exemplo.com', createdAt: '2026-01-01', erasedAt: null, name: text };
      const stored = await database.db
        .insertInto('customers')
        .values(customer)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: text }))
        .returning('nameOrder')
        .executeTakeFirst();
      expect(stored).toEqual({ nameOrder: plain(text) });
    }),
  );
  expect(plain('  ÂNGELA Conceição  ')).toBe('  angela conceicao  ');
});

/** Counts how many parentheses stand open at once. */
function nestingOf(statement: string): number {
  let open = 0;
  let deepest = 0;
  for (const sign of statement) {
    if (sign === '(') open += 1;
    if (sign === ')') open -= 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}
