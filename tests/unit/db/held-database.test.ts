import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '#db/client.ts';
import { insertSecretHash } from '#db/queries/secrets/secrets.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

/** Another program, in this same thread: were the store to wait in SQLite, that one could never let go. */
let holder: BetterSqlite3.Database;
let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'held-'));
  await layNewestDatabase(`${folder}/store.sqlite`);
  database = openSqlite(`file:${folder}/store.sqlite`);
  holder = new BetterSqlite3(`${folder}/store.sqlite`, { timeout: 0 });
});
afterEach(async () => {
  holder.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const note = (name: string) =>
  database.db.transaction().execute(async (tx) => {
    await insertSecretHash(tx, name, 'hash');
    await wait(1);
    await insertSecretHash(tx, `${name} too`, 'hash');
  });
const namesNoted = async () =>
  (await sql<{ name: string }>`select name from secrets order by rowid`.execute(database.db)).rows.map(
    ({ name }) => name,
  );

test('while another process writes, reads continue and writes wait for it', async () => {
  holder.exec('begin immediate');
  const order: string[] = [];
  const writers = ['one', 'two', 'three'].map((name) => note(name).then(() => order.push(name)));
  const lone = insertSecretHash(database.db, 'alone', 'hash').then(() => order.push('alone'));
  // No more than a busy machine reads in the two seconds that a writer waits.
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await namesNoted()).toEqual([]);
    await wait(2);
  }
  expect(order).toEqual([]);
  holder.exec('commit');
  await Promise.all([...writers, lone]);
  const noted = await namesNoted();
  expect(noted.filter((name) => !name.endsWith(' too'))).toEqual(order);
  // Nobody's statement stands in somebody else's transaction.
  for (const name of ['one', 'two', 'three']) expect(noted[noted.indexOf(name) + 1]).toBe(`${name} too`);
  expect(noted).toHaveLength(7);
  expect(database.lockWaits).toEqual({ waited: expect.toSatisfy((times: number) => times > 0), givenUp: 0 });
});

test('a lock held for longer than two seconds is reported and leaves nothing half done', async () => {
  holder.exec('begin immediate');
  const begun = performance.now();
  const refused = await Promise.allSettled([note('one'), note('two'), insertSecretHash(database.db, 'alone', 'hash')]);
  expect(performance.now() - begun).toBeGreaterThan(1_800);
  for (const { status, ...outcome } of refused) {
    expect([status, outcome]).toEqual(['rejected', { reason: expect.objectContaining({ code: 'SQLITE_BUSY' }) }]);
  }
  expect(database.lockWaits?.givenUp).toBeGreaterThan(0);
  holder.exec('rollback');
  expect(await namesNoted()).toEqual([]);
  await note('later');
  expect(await namesNoted()).toEqual(['later', 'later too']);
});

test('a failed transaction is rolled back alone, whatever waits behind it', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await insertSecretHash(tx, 'lost', 'hash');
    await wait(5);
    throw new Error('changed its mind');
  });
  const after = note('kept');
  const lone = insertSecretHash(database.db, 'alone', 'hash');
  await expect(failing).rejects.toThrow('changed its mind');
  await Promise.all([after, lone]);
  expect(await namesNoted()).toEqual(['kept', 'kept too', 'alone']);
});
