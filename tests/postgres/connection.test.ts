import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#db/engines/postgres.ts';
import { inTransaction } from '#db/transactions.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { openTcpProxy } from '../support/postgres/tcp-proxy.ts';

let database: PostgresDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.leave());

test('numbers of any width are read as numbers', async () => {
  await using open = await opened();
  const numbers = sql<{ counted: number; summed: number }>`
    select count(*) as counted, sum(cents) as summed from (values (9007199254740991::bigint), (0)) as prices (cents)`;

  expect((await numbers.execute(open.db)).rows).toEqual([{ counted: 2, summed: 9_007_199_254_740_991 }]);
});

test('the hundreds of statements that a first start sends once take no name from those that come again', async () => {
  await using open = await opened();
  await open.db.connection().execute(async (db) => {
    for (let at = 0; at < 510; at += 1) await sql.raw(`comment on schema public is '${at}'`).execute(db);
    await sql`select ${1}::bigint as wanted`.execute(db);
    const known = sql`select from_sql from pg_prepared_statements where statement like '%as wanted'`;
    expect((await known.execute(db)).rows).toEqual([{ from_sql: false }]);
  });
});

test('a statement is planned once for each connection, unless the address says otherwise', async () => {
  for (const [query, prepared] of [
    ['', 1],
    ['?prepared=off', 0],
  ] as const) {
    await using open = await opened(query);
    await open.db.connection().execute(async (db) => {
      for (const number of [1, 2, 3]) await sql`select ${number}::bigint as asked`.execute(db);
      const known = sql<{
        count: number;
      }>`select count(*) from pg_prepared_statements where statement like '%as asked'`;
      expect((await known.execute(db)).rows).toEqual([{ count: prepared }]);
    });
  }
});

test('no connection waits for ever: for a row, for an answer, or inside a transaction', async () => {
  await using open = await opened();
  const limits = sql<Record<string, string>>`select
    current_setting('lock_timeout') as row, current_setting('statement_timeout') as answer,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;

  expect((await limits.execute(open.db)).rows).toEqual([
    { row: '5s', answer: '10s', idle: '15s', name: expect.stringMatching(/^corte-final\/.+/) },
  ]);
});

test('a connection that the server ends fails its statement with a code to try again, and is replaced', async () => {
  await using open = await opened('', 1);
  const ended = inTransaction(open.db, async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });

  await expect(ended).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|08006)$/) });
  expect((await sql`select 1 as one`.execute(open.db)).rows).toEqual([{ one: 1 }]);
});

test('a statement outlives a change of its table', async () => {
  await using open = await opened('', 1);
  await sql`create table shelves (id text)`.execute(open.db);
  const readAll = () => sql`select * from shelves`.execute(open.db);
  await readAll();
  await sql`alter table shelves add column width bigint`.execute(open.db);

  await expect(readAll()).rejects.toMatchObject({ code: '0A000' });
  expect((await readAll()).rows).toEqual([]);
});

test('who waits too long for a free connection is told to try again', async () => {
  await using open = await opened('', 1);
  const waiting = open.db.connection().execute(() => sql`select 1`.execute(open.db));

  await expect(waiting).rejects.toMatchObject({ code: '08006' });
});

test('a statement whose server vanished does not keep the store from closing', async () => {
  const address = new URL(database.url);
  const proxy = await openTcpProxy(Number(address.port));
  address.port = String(proxy.port);
  const { db, postgres, close } = await openPostgres(address.href);
  await sql`select 1`.execute(db);
  proxy.swallow();
  const asked = sql`select 1`.execute(db);
  await expect.poll(() => postgres.pool.idleCount).toBe(0);

  const [closed, answer] = await Promise.allSettled([close(), asked]);
  expect([closed.status, answer.status]).toEqual(['fulfilled', 'rejected']);
  await proxy.close();
});

test('a client of its own hears what others announce', async () => {
  await using open = await opened();
  const client = await open.postgres.openClient();
  const heard = new Promise((resolve) => client.once('notification', ({ payload }) => resolve(payload)));
  await client.query('listen shop');
  await sql`select pg_notify('shop', 'news')`.execute(open.db);

  expect(await heard).toBe('news');
  await client.end();
});

test.each([
  [
    'a wrong password',
    (url: URL) => Object.assign(url, { password: 'errada' }),
    /recusou o usuário \S+ ou a senha dele\.$/,
  ],
  [
    'a database that is not there',
    (url: URL) => Object.assign(url, { pathname: '/outra' }),
    /o banco de dados outra não existe/,
  ],
])('%s is told in a sentence', async (_case, change, sentence) => {
  const { href } = change(new URL(database.url));

  await expect(openPostgres(href)).rejects.toMatchObject({
    kind: 'settings',
    message: expect.stringMatching(sentence),
  });
});

test('a server that may lose what it committed is refused', async () => {
  const url = `${database.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;

  await expect(openPostgres(url)).rejects.toMatchObject({
    kind: 'settings',
    message: expect.stringMatching(/o PostgreSQL está com synchronous_commit=off/),
  });
});

async function opened(query = '', poolSize?: number) {
  const open = await openPostgres(database.url + query, poolSize === undefined ? {} : { poolSize });
  return { ...open, [Symbol.asyncDispose]: open.close };
}
