import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { recordInstance } from '#db/queries/instances.ts';
import { findDataVersion } from '#db/queries/upkeep/health.ts';
import type { Queryable } from '#db/tables.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { keepReports } from '#src/domain/reports/report-parts.ts';
import { openReadCache } from '#src/server/shop/read-cache.ts';
import { makeCluster } from '../support/postgres/postgres.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { insertSale, insertShelf } from '../support/purchases/prepared-sales.ts';

let created: PostgresDatabase;
let one: OpenDatabase;
let other: OpenDatabase;

beforeEach(async () => {
  created = await createDatabase();
  one = await openDatabase(created.url);
  await migrate(one.db);
  await insertShelf(one.db);
  other = await openDatabase(created.url);
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await created.leave();
});

const OLD = '2025-03-10T12:00:00.000Z';
const PERIOD = { from: '2025-03-01', to: '2025-03-31' };

const salesIn = async ({ db }: OpenDatabase, readCache = openReadCache()) => {
  const shop = { db, readCache, clock: { now: () => new Date('2025-06-01T12:00:00.000Z') } };
  return (await showAnalytics(shop, PERIOD)).sales;
};

test('a change of an old day that is committed after its part was kept is seen at once, and kept later', async () => {
  await insertSale(one.db, 'first', { completedAt: OLD });
  await keepReports(one);
  await one.db.transaction().execute(async (tx) => {
    await insertSale(tx, 'second', { completedAt: OLD });
    await insertSale(other.db, 'third', { completedAt: OLD });
    // Sees the third sale, and takes the part without the second for right.
    await keepReports(other);
    expect(await changedHours(other.db)).toBe(0);
    expect(await salesIn(other)).toBe(2);
  });

  expect(await salesIn(other)).toBe(3);
  expect(await changedHours(other.db)).toBe(1);
  await keepReports(one);
  expect(await changedHours(other.db)).toBe(0);
  expect(await salesIn(other)).toBe(3);
});

test('two leaders for a moment keep the same parts', async () => {
  for (let at = 0; at < 12; at += 1)
    await insertSale(one.db, `sale ${at}`, { completedAt: `2025-03-${10 + at}T12:00:00.000Z` });
  await Promise.all([keepReports(one), keepReports(other)]);
  await keepReports(one);

  expect(await changedHours(one.db)).toBe(0);
  expect(await salesIn(one)).toBe(12);
});

test('what was read stays known while processes tell that they run, and no longer than until the next commit', async () => {
  // A server of its own, since what its other databases write counts as well, and its cleaning.
  const cluster = await makeCluster();
  await cluster.start();
  const [mine, theirs] = [await openDatabase(cluster.url), await openDatabase(cluster.url)];
  await sql`alter system set autovacuum = off`.execute(mine.db);
  await sql`select pg_reload_conf()`.execute(mine.db);
  await migrate(mine.db);
  await insertShelf(mine.db);
  const beat = (id: string) =>
    recordInstance(theirs.db, { id, host: 'loja', pid: 1, version: '', startedAt: OLD, isLeader: 0 });
  await Promise.all([beat('a'), beat('b')]);
  const cache = openReadCache();
  await insertSale(mine.db, 'first', { completedAt: OLD });
  expect(await salesIn(mine, cache)).toBe(1);
  const version = await findDataVersion(mine.db);
  for (let round = 0; round < 5; round += 1) await Promise.all([beat('a'), beat('b')]);
  expect(await findDataVersion(mine.db)).toBe(version);

  const versions = new Set([version]);
  const seen = async () => {
    expect(versions).not.toContain(await findDataVersion(mine.db));
    versions.add(await findDataVersion(mine.db));
  };
  // Its number is given before those of the beats, and it is committed after them.
  await theirs.db.transaction().execute(async (tx) => {
    await insertSale(tx, 'second', { completedAt: OLD });
    await Promise.all([beat('a'), beat('b')]);
    await insertSale(mine.db, 'third', { completedAt: OLD });
    expect(await salesIn(mine, cache)).toBe(2);
    await seen();
    await beat('a');
  });
  expect(await salesIn(mine, cache)).toBe(3);
  await seen();
  await sql`update products set downloads = downloads + 1`.execute(theirs.db);
  await seen();
  await sql`delete from instances where id = 'a'`.execute(theirs.db);
  await seen();
  await Promise.all([mine.close(), theirs.close()]);
  await cluster.remove();
});

async function changedHours(db: Queryable): Promise<number> {
  const { rows } = await sql<{ hours: number }>`select count(distinct hour) as hours from "changedHours"`.execute(db);
  return rows[0]?.hours ?? Number.NaN;
}
