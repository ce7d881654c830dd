import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { foldTallyChanges } from '#db/queries/reports/tally-changes.ts';
import type { Database } from '#db/tables.ts';
import { startWorker } from '#src/server/worker.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { insertSale, insertShelf } from '../support/purchases/prepared-sales.ts';
import { openTestShop, sell } from '../support/store/shop.ts';

const AT = '2026-11-21T12:00:00.000Z';
const SALES = 60;

let created: PostgresDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  created = await createDatabase();
  database = await openDatabase(created.url);
  await migrate(database.db);
  await insertShelf(database.db);
});

afterAll(async () => {
  await database.close();
  await created.leave();
});

describe('figures that sales append to', () => {
  test('never fall behind, count twice or wait while they are added up', async () => {
    const { db } = database;
    let isSelling = true;
    const folding = (async () => {
      while (isSelling) await foldTallyChanges(db);
    })();
    const seen: number[] = [];
    const reading = (async () => {
      while (isSelling) seen.push(await sold(db));
    })();
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let number = 0; number < SALES / 4; number += 1) {
        const before = await sold(db);
        await insertSale(db, `sale-${lane}-${number}`, { completedAt: AT });
        expect(await sold(db)).toBeGreaterThan(before);
      }
    });
    await Promise.all(lanes);
    isSelling = false;
    await Promise.all([folding, reading]);

    expect(await sold(db)).toBe(SALES);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.length).toBeGreaterThan(SALES / 4);
  });

  test('equal the books before and after, hour by hour, and leave nothing to add up', async () => {
    const { db } = database;
    await sql`update purchases set status = 'REFUNDED', "refundedAt" = ${AT} where id in ('sale-0-0', 'sale-1-0')`.execute(
      db,
    );
    const figures = await readFigures(db);
    await foldTallyChanges(db);

    expect(await readFigures(db)).toEqual(figures);
    expect(figures).toMatchObject({ sales: SALES - 2, hours: SALES - 2, refunded: 2 });
    expect(await countChanges(db)).toBe(0);
  });

  test('let two sales of one product commit in any order', async () => {
    const { db } = database;
    await db.transaction().execute(async (first) => {
      await insertSale(first, 'first', { completedAt: AT });
      await insertSale(db, 'second', { completedAt: AT });
    });

    expect(await sold(db)).toBe(SALES);
  });
});

test('the leading process adds up what sales appended', async () => {
  const opened = await openTestShop({ connections: 10 });
  await sell(opened.shop, 'lote');
  expect(await countChanges(opened.shop.db)).toBeGreaterThan(0);
  const worker = startWorker(opened.shop, opened.whileLeading);
  await expect.poll(() => countChanges(opened.shop.db)).toBe(0);
  await worker.close();
  await opened.close();
});

async function countChanges(db: Database): Promise<number> {
  const left = sql<{ left: number }>`select
    (select count(*) from "tallyChanges") + (select count(*) from "salesByHourChanges") as left`;
  return (await left.execute(db)).rows[0]?.left ?? Number.NaN;
}

async function sold(db: Database): Promise<number> {
  const { value } = await db
    .selectFrom('tallies')
    .select('value')
    .where('name', '=', 'sales')
    .executeTakeFirstOrThrow();
  return value;
}

async function readFigures(db: Database) {
  const { rows } = await sql`select
    (select value from tallies where name = 'sales') as sales,
    (select sum(sales) from "salesByHour") as hours,
    (select value from tallies where name = 'salesCents') as cents,
    (select sum("salesCents") from "salesByHour") as "centsByHour",
    (select value from tallies where name = 'purchases:REFUNDED:') as refunded`.execute(db);
  return rows[0];
}
