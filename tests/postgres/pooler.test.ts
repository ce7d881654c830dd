import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres, type PostgresOptions } from '#db/engines/postgres.ts';
import { testConnections } from '#db/engines/self-test.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { openTransactionPooler, type TransactionPooler } from '../support/postgres/transaction-pooler.ts';

let database: PostgresDatabase;
let pooler: TransactionPooler;

beforeAll(async () => {
  database = await createDatabase();
  pooler = await openTransactionPooler(database.url);
});
afterAll(async () => {
  await pooler.close();
  await database.leave();
});

test('PostgreSQL itself, or a pooler beside it with statements that have no names, is fine', async () => {
  expect(await tryConnections(database.url)).toEqual([]);
  expect(await tryConnections(`${pooler.url}?prepared=off`, { listenUrl: database.url })).toEqual([]);
});

test('two processes could lead by way of a pooler, which is refused with the setting to change', async () => {
  await expect(tryConnections(pooler.url)).rejects.toThrow(
    /^DATABASE_URL ou DATABASE_LISTEN_URL: um PgBouncer no modo transaction/,
  );
});

test('names of statements that a pooler mixes up are refused with the setting to change', async () => {
  const beside = tryConnections(pooler.url, { listenUrl: database.url });
  await expect(beside).rejects.toThrow(/max_prepared_statements = 200 ou mais, ou escreva \?prepared=off/);
});

test.each([
  [
    '08P01',
    'unsupported startup parameter: options',
    /\(unsupported startup parameter: options\)\. Um PgBouncer precisa de ignore_startup_parameters = options/,
  ],
  ['53300', 'sorry, too many clients already', /não tem mais conexões livres\. Diminua DATABASE_POOL/],
])('%s at the start is said in words', async (code, message, sentence) => {
  const refusing = await openTransactionPooler(database.url, { code, message });
  await expect(openPostgres(refusing.url)).rejects.toThrow(sentence);
  await refusing.close();
});

async function tryConnections(url: string, options?: PostgresOptions): Promise<string[]> {
  const { postgres, close } = await openPostgres(url, options);
  try {
    return await testConnections(postgres);
  } finally {
    await close();
  }
}
