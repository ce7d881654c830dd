import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { backUpDatabase } from '#db/backup/backup.ts';
import { openDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { assertNotMoved } from '#db/move/moved-note.ts';
import { recordInstance } from '#db/queries/instances.ts';
import type { Database } from '#db/tables.ts';
import { moveFileToServer, moveServerToFile } from '#src/server/backup/move-store.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { fillShop } from '../support/store/large-shop.ts';
import { runCommand } from '../support/store/run-command.ts';

const SMALL = { products: 3, customers: 5, purchases: 40, keys: 20, coupons: 2, affiliates: 1, audits: 0 };
let filled: string;
let folder: string;
let file: string;
let server: PostgresDatabase;

beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'filled-'));
  await using source = await opened(`file:${join(filled, 'store.sqlite')}`);
  await migrate(source.db);
  await fillShop(source.db, SMALL);
});
afterAll(() => rm(filled, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  await copyFile(join(filled, 'store.sqlite'), join(folder, 'store.sqlite'));
  file = `file:${join(folder, 'store.sqlite')}`;
  server = await createDatabase();
});
afterEach(async () => {
  await server.leave();
  await rm(folder, { recursive: true, force: true });
});

test('a moved file opens no store, moves nowhere else and is not backed up, and what it was moved to takes no second store', async () => {
  await moveFileToServer(file, server.url);
  const elsewhere = await createDatabase();

  await using source = await opened(file);
  await expect(assertNotMoved(source.db)).rejects.toMatchObject(
    sentence(/^Esta loja foi movida para postgres:.+DATABASE_URL/),
  );
  await source.close();
  await expect(moveFileToServer(file, elsewhere.url)).rejects.toMatchObject(sentence(/^Esta loja foi movida para/));
  await expect(moveFileToServer(file, server.url)).rejects.toMatchObject(sentence(/já tem uma loja/));
  await expect(backUpDatabase(file, join(folder, 'copy.sqlite'))).rejects.toMatchObject(
    sentence(/^Esta loja foi movida para/),
  );
  await using again = await opened(file);
  await expect(assertNotMoved(again.db)).rejects.toMatchObject(sentence(/^Esta loja foi movida para/));
  await elsewhere.leave();
});

test('a move that was cut off before its commit is repeated', async () => {
  await using source = await opened(file);
  await source.db
    .insertInto('secrets')
    .values({ name: 'moved', hash: placeIn(server.url) })
    .execute();
  await source.close();

  expect(await moveFileToServer(file, server.url)).toMatchObject({ to: placeIn(server.url) });
});

test('a text with a NUL is named, and the store moves once it is mended', async () => {
  const change = async (description: string) => {
    await using source = await opened(file);
    await source.db.updateTable('products').set({ description }).where('id', '=', 'product-1').execute();
  };
  await change('antes\0depois');

  await expect(moveFileToServer(file, server.url)).rejects.toMatchObject(
    sentence(/^O texto description de products, na linha product-1, tem um caractere nulo/),
  );
  await expectNothingMoved();
  await change('antes e depois');
  await expect(moveFileToServer(file, server.url)).resolves.toBeTruthy();
});

test.each([
  [
    'is changed on its way',
    'products do also update products set name = upper(name)',
    /^A cópia da tabela products chegou com outro conteúdo/,
  ],
  ['is lost on its way', '"purchaseEvents" do instead nothing', /^A cópia da tabela purchaseEvents chegou 0 linhas/],
])('where a row %s, nothing is written', async (_case, rule, refusal) => {
  await using target = await opened(server.url);
  await migrate(target.db);
  await sql.raw(`create rule broken as on insert to ${rule}`).execute(target.db);

  await expect(moveFileToServer(file, server.url)).rejects.toMatchObject(sentence(refusal));
  await expectNothingMoved();
});

test('totals that differ from the sales are not moved', async () => {
  await using source = await opened(file);
  await sql`update tallies set value = value + 1 where name = 'salesCents'`.execute(source.db);
  await source.close();

  await expect(moveFileToServer(file, server.url)).rejects.toMatchObject(
    sentence(/^Os totais da loja não batem com as vendas dela \(salesCents\)/),
  );
  await expectNothingMoved();
});

test('a file in use and a file that is not there are refused', async () => {
  await using source = await opened(file);
  await expect(moveFileToServer(file, server.url)).rejects.toMatchObject(sentence(/^Outro processo já está usando/));
  await source.close();
  await expect(moveFileToServer(`${file}.none`, server.url)).rejects.toMatchObject(
    sentence(/^Não há banco de dados em/),
  );
});

test('a wrong password is told by the command, without the password', async () => {
  const wrong = Object.assign(new URL(server.url), { password: 'segredo-errado' }).href;

  const ending = await runCommand('move.mjs', [wrong], { folder, settings: { DATABASE_URL: file } });
  expect(ending).toMatchObject({ code: 1, stdout: '' });
  expect(ending.stderr).toMatch(/recusou o usuário owner ou a senha dele\.\n$/);
  expect(ending.stderr).not.toContain('segredo-errado');
  await expectNothingMoved();
});

test.each([
  [[]],
  [['file:other.sqlite']],
  [['postgres://a/b', 'c']],
  [['--back', 'postgres://a/b']],
  [['--fundo', 'postgres://a/b']],
])('the command explains itself for %j', async (words) => {
  const ending = await runCommand('move.mjs', words, { folder, settings: { DATABASE_URL: file } });
  expect(ending).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Use:\n {2}npm run move/) });
});

test('a store moves back only when it is closed, of this version, and into a new file', async () => {
  await moveFileToServer(file, server.url);
  const target = `file:${join(folder, 'back.sqlite')}`;
  await using source = await opened(server.url);
  const self = {
    id: 'one',
    host: 'loja-1',
    pid: 42,
    version: '',
    startedAt: new Date().toISOString(),
    isLeader: 0,
  } as const;

  await expect(moveServerToFile(server.url, file)).rejects.toMatchObject(sentence(/^Já há um banco de dados em/));
  await recordInstance(source.db, self);
  await expect(moveServerToFile(server.url, target)).rejects.toMatchObject(
    sentence(/aberta em loja-1 \(processo 42\)/),
  );
  await source.db.deleteFrom('instances').execute();
  await assertNotMoved(source.db);
  await sql`insert into kysely_migration values ('9999-newer', '')`.execute(source.db);
  await expect(moveServerToFile(server.url, target)).rejects.toMatchObject(sentence(/está no esquema 9999-newer/));
  await sql`delete from kysely_migration where name = '9999-newer'`.execute(source.db);
  expect((await readdir(folder)).filter((name) => name.startsWith('back'))).toEqual(['back.sqlite.lock']);

  await moveServerToFile(server.url, target);
  await expect(assertNotMoved(source.db)).rejects.toMatchObject(sentence(/^Esta loja foi movida para file:/));
  await using back = await opened(target);
  await assertNotMoved(back.db);
  expect(await countSales(back.db)).toBe(await countSales(source.db));
});

test('both sides go on numbering, counting and searching where the other stopped', async () => {
  await moveFileToServer(file, server.url);
  await using there = await opened(server.url);
  const sold = await countSales(there.db);
  const [last] = await there.db.selectFrom('purchaseEvents').select('id').orderBy('id', 'desc').limit(1).execute();
  const event = { purchaseId: 'purchase-1', at: '2026-11-22T00:00:00.000Z', event: 'asked', source: 'worker' };
  const added = await there.db
    .insertInto('purchaseEvents')
    .values({ ...event, detail: null })
    .returning('id')
    .execute();
  expect(added).toEqual([{ id: (last?.id ?? 0) + 1 }]);
  await there.db.updateTable('purchases').set({ customerName: 'Zélia Nova' }).where('id', '=', 'purchase-1').execute();
  const target = `file:${join(folder, 'back.sqlite')}`;
  await moveServerToFile(server.url, target);

  await using back = await opened(target);
  expect(await countSales(back.db)).toBe(sold);
  const found = sql`select id from "purchaseWords" where number in (
    select rowid from "purchaseSearch" where "purchaseSearch" match '"zelia"')`;
  expect((await found.execute(back.db)).rows).toEqual([{ id: 'purchase-1' }]);
  await back.db.updateTable('purchases').set({ customerName: 'Outra' }).where('id', '=', 'purchase-1').execute();
  expect((await found.execute(back.db)).rows).toEqual([]);
});

async function expectNothingMoved(): Promise<void> {
  await using source = await opened(file);
  await assertNotMoved(source.db);
  await using target = await opened(server.url);
  await migrate(target.db);
  for (const table of ['products', 'purchases', 'secrets', 'customerWords'] as const) {
    expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
}

async function countSales(db: Database): Promise<number | undefined> {
  const sales = await db.selectFrom('tallies').select('value').where('name', '=', 'sales').executeTakeFirst();
  return sales?.value;
}

function placeIn(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

const sentence = (message: RegExp) => ({ kind: 'settings', message: expect.stringMatching(message) });

async function opened(url: string) {
  const database = url.startsWith('file:') ? openSqlite(url) : await openDatabase(url);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  return { db: database.db, close, [Symbol.asyncDispose]: close };
}
