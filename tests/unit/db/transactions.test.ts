import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenSqlite, openSqlite } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { afterCommit, inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

let folder: string;
let database: OpenSqlite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transactions-'));
  await layNewestDatabase(`${folder}/store.sqlite`);
  database = openSqlite(`file:${folder}/store.sqlite`);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['40001', '40P01', '55P03'])(
  'a transaction that was rolled back by another (%s) is retried once',
  async (code) => {
    let tries = 0;
    const name = await inTransaction(database.db, async (tx) => {
      tries += 1;
      await tx
        .insertInto('secrets')
        .values({ name: `try ${tries}`, hash: 'x' })
        .execute();
      if (tries < 3) throw failure(code);
      return `try ${tries}`;
    });

    expect(name).toBe('try 3');
    expect(await names()).toEqual(['try 3']);
  },
);

test.each([
  ['one that keeps being rolled back fails after five tries', '40P01', 5],
  ['another error is not retried', 'SQLITE_FULL', 1],
])('%s', async (_sentence, code, most) => {
  let tries = 0;
  const undone = inTransaction(database.db, async (tx) => {
    tries += 1;
    await tx.insertInto('secrets').values({ name: 'never kept', hash: 'x' }).execute();
    throw failure(code);
  });

  await expect(undone).rejects.toMatchObject({ code });
  expect(tries).toBe(most);
  expect(await names()).toEqual([]);
});

test('an engine with several writers locks what it guards, and SQLite takes no locks', async () => {
  const compiled: string[] = [];
  const several = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      compiled.push(query.sql);
    },
  });
  for (const db of [several, database.db]) {
    await inTransaction(db, async (tx) => {
      await oneAtATime(tx, 'promotions');
      await lockRow(tx, 'coupons', 'a');
      await tx.selectFrom('coupons').select('id').execute();
    });
  }

  expect(compiled).toEqual([
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    'select 1 from "coupons" where id = $1 for update',
    'select "id" from "coupons"',
  ]);
});

test('what follows the transactions of a group runs after the commit that they share', async () => {
  const seen: unknown[][] = [];
  const write = (name: string) =>
    inTransaction(database.db, async (tx) => {
      await tx.insertInto('secrets').values({ name, hash: 'x' }).execute();
      afterCommit(tx, 'read', () => seen.push(committed()), console);
    });
  const refused = inTransaction(database.db, async (tx) => {
    afterCommit(tx, 'read', () => seen.push(['refused']), console);
    throw new Error('refused');
  });
  await Promise.all([write('a'), write('b'), expect(refused).rejects.toThrow('refused')]);

  expect(seen).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('nothing follows the transactions of a group whose commit fails', async () => {
  let ran = 0;
  const write = (breaks: boolean) =>
    inTransaction(database.db, async (tx) => {
      afterCommit(tx, 'count', () => (ran += 1), console);
      if (!breaks) return tx.insertInto('secrets').values({ name: 'a', hash: 'x' }).execute();
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      const orphan = { purchaseId: 'nobody', at: '', event: 'created', source: 'checkout', detail: null } as const;
      return tx.insertInto('purchaseEvents').values(orphan).execute();
    });
  const outcomes = await Promise.allSettled([write(false), write(true)]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([ran, await names()]).toEqual([0, []]);
});

/** What a handle of its own sees at this very moment. */
function committed(): unknown[] {
  return database.sqliteReader.prepare('select name from secrets order by name').pluck().all();
}

function failure(code: string): Error {
  return Object.assign(new Error('undone'), { code });
}

async function names(): Promise<string[]> {
  const rows = await database.db.selectFrom('secrets').select('name').execute();
  return rows.map(({ name }) => name);
}
