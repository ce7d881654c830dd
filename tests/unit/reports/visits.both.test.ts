import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetClickIds } from '#src/domain/purchases/purchase-origins.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { countCheckoutFromWithin, foldOldVisits, storeVisits } from '#src/domain/reports/visits.ts';
import { openVisitCounter } from '#src/server/shop/visit-counter.ts';
import { shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { monthPeriod } from '#src/wire/basics/periods.ts';
import { ORIGIN_GROUPS } from '#src/wire/reports/origins.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const opened = openShopForFile();
let other: ReturnType<typeof opened.with>;

beforeAll(async () => {
  // It acts as another process of the same shop.
  other = { ...opened.shop, visits: openVisitCounter(opened.shop.clock) };
});
beforeEach(async () => {
  // With the parts of the demo's past, its deleted visits would be hundreds of changed hours.
  for (const table of ['keptReports', 'visitsByHour', 'changedHours'] as const) {
    await opened.shop.db.deleteFrom(table).execute();
  }
});

const entry = { page: '/', campaign: '', entries: 1, visits: 1 };

function stored() {
  return opened.shop.db.selectFrom('visitsByHour').select(['page', 'source', 'entries', 'visits']).execute();
}

describe('visits', () => {
  test('of several processes add up', async () => {
    const { shop } = opened;
    for (let times = 0; times < 3; times += 1) {
      shop.visits.count({ ...entry, source: 'canal' });
      other.visits.count({ ...entry, source: 'canal' });
      await Promise.all([storeVisits(shop), storeVisits(other)]);
    }
    expect(await stored()).toEqual([{ page: '/', source: 'canal', entries: 6, visits: 6 }]);
  });

  test('of addresses that are no page of the shop are dropped', async () => {
    const { shop } = opened;
    shop.visits.count({ ...entry, page: '/checkout/inventado', source: 'canal' });
    shop.visits.count({ ...entry, page: '/checkout/lote', source: 'canal' });
    await storeVisits(shop);
    expect((await stored()).map(({ page }) => page)).toEqual(['/checkout/lote']);
  });

  test('have room for 500 sources a day, and the rest is one', async () => {
    const { shop } = opened;
    for (let at = 0; at < 600; at += 1) shop.visits.count({ ...entry, source: `s${at}` });
    await storeVisits(shop);
    other.visits.count({ ...entry, source: 's7' });
    other.visits.count({ ...entry, source: 'mais-uma' });
    await storeVisits(other);
    const rows = await stored();
    expect(rows).toHaveLength(501);
    expect(rows.find(({ source }) => source === 'outras')?.entries).toBe(101);
    expect(rows.find(({ source }) => source === 's7')?.entries).toBe(2);
  });

  test('that cannot be stored wait for the next time', async () => {
    const { shop } = opened;
    shop.visits.count({ ...entry, source: 'canal' });
    await shop.db.schema.alterTable('visitsByHour').renameTo('visitsElsewhere').execute();
    await expect(storeVisits(shop)).rejects.toThrow('visitsByHour');
    await shop.db.schema.alterTable('visitsElsewhere').renameTo('visitsByHour').execute();
    await storeVisits(shop);
    expect((await stored())[0]?.entries).toBe(1);
  });

  test('of a checkout from within move to the source that the browser remembers', async () => {
    const { shop } = opened;
    shop.visits.count({ page: '/checkout/lote', source: '', campaign: '', entries: 0, visits: 1 });
    await storeVisits(shop);
    const origin = { address: `${shop.settings.siteUrl}/?utm_source=canal`, referrer: '' };
    await countCheckoutFromWithin(shop, { page: '/checkout/lote', origin }, '192.0.2.1');
    await storeVisits(shop);
    expect((await stored()).toSorted((one, two) => one.source.localeCompare(two.source))).toEqual([
      { page: '/checkout/lote', source: '', entries: 0, visits: 0 },
      { page: '/checkout/lote', source: 'canal', entries: 0, visits: 1 },
    ]);
  });
});

describe('visits of more than thirty days ago', () => {
  const NOW = new Date('2026-11-22T15:00:00.000Z');
  const LAST_OLD_DAY = '2026-10-22';
  const shop = () => ({ db: opened.shop.db, clock: { now: () => NOW }, readCache: opened.shop.readCache });
  const hourIn = (day: string, hour: number) =>
    new Date(startOf(day).getTime() + hour * HOUR_MS).toISOString().slice(0, 13);

  /** Adds some hours of the day, the last among them, which is the next day in UTC. */
  async function addDay(day: string, hours = [2, 9, 23]): Promise<void> {
    const rows = hours.flatMap((hour) =>
      ['canal', 'google', ''].flatMap((source, at) =>
        ['/', '/checkout/lote'].map((page) => ({
          ...{ hour: hourIn(day, hour), page, source, campaign: source === 'canal' ? 'nov' : '' },
          ...{ entries: source === '' ? 0 : hour + at, visits: hour + at + 1 },
        })),
      ),
    );
    await shop().db.insertInto('visitsByHour').values(rows).execute();
  }

  const hours = async () => {
    const rows = await shop().db.selectFrom('visitsByHour').select('hour').distinct().orderBy('hour').execute();
    return rows.map(({ hour }) => hour);
  };

  async function reports(days: string[]): Promise<unknown[]> {
    const periods = [
      ...days.map((day) => ({ from: day, to: day })),
      ...days.map((day) => ({ from: day, to: shiftDay(day, 6) })),
      ...[monthPeriod('2026-10'), { from: null, to: null }, { from: null, to: LAST_OLD_DAY }],
    ];
    const groups = Object.keys(ORIGIN_GROUPS);
    return Promise.all(periods.flatMap((period) => groups.map((by) => showOrigins(shop(), period, by))));
  }

  test('are one sum for each day, and no report changes', async () => {
    // A summer's day of 2018 began an hour earlier in UTC.
    const old = ['2018-12-01', '2025-02-28', '2026-10-01', '2026-10-21', LAST_OLD_DAY];
    const recent = shiftDay(LAST_OLD_DAY, 1);
    for (const day of [...old, recent]) await addDay(day);
    const before = await reports([...old, recent]);

    await Promise.all([foldOldVisits(shop()), foldOldVisits(shop())]);

    expect(await hours()).toEqual([
      ...old.map((day) => hourIn(day, 0)),
      ...[2, 9, 23].map((hour) => hourIn(recent, hour)),
    ]);
    expect(await reports([...old, recent])).toEqual(before);
    await addDay('2026-10-21', [5, 12]);
    const withMore = await reports(old);
    await foldOldVisits(shop());
    await foldOldVisits(shop());
    expect(await reports(old)).toEqual(withMore);
    expect(await hours()).toHaveLength(old.length + 3);
  });

  test('wait while the process stops', async () => {
    for (const day of ['2026-08-01', '2026-08-02', '2026-08-03']) await addDay(day);
    await foldOldVisits(shop(), AbortSignal.abort());
    expect(await hours()).toHaveLength(9);
    await foldOldVisits(shop());
    expect(await hours()).toEqual([1, 2, 3].map((day) => hourIn(`2026-08-0${day}`, 0)));
  });

  test('of invented sources become one', async () => {
    const row = { hour: hourIn('2026-08-01', 9), page: '/', campaign: '', visits: 1 };
    const invented = Array.from({ length: 400 }, (_, at) => ({ ...row, source: `s${at}`, entries: 1 }));
    const unknown = { ...row, page: '/checkout/lote', source: '', entries: 0 };
    await shop()
      .db.insertInto('visitsByHour')
      .values([...invented, unknown, { ...row, source: 'canal', entries: 50 }])
      .execute();

    await foldOldVisits(shop());

    const rows = await stored();
    expect(rows).toHaveLength(102);
    expect(rows.find(({ source }) => source === 'canal')?.entries).toBe(50);
    expect(rows.find(({ source }) => source === 'outras')?.entries).toBe(301);
    expect(rows.find(({ source }) => source === '')?.visits).toBe(1);
  });
});

test('click ids are forgotten after 30 days', async () => {
  const { shop } = opened;
  const since = (days: number) => new Date(shop.clock.now().getTime() - days * 24 * 3_600_000).toISOString();
  const [old, recent] = await shop.db.selectFrom('purchases').select('id').orderBy('id').limit(2).execute();
  for (const [purchase, days] of [[old, 31] as const, [recent, 29] as const]) {
    await shop.db
      .updateTable('purchases')
      .set({ clickIds: '{"gclid":"1"}', createdAt: since(days) })
      .where('id', '=', purchase?.id ?? '')
      .execute();
  }
  await forgetClickIds(shop);
  const left = await shop.db.selectFrom('purchases').select('id').where('clickIds', 'is not', null).execute();
  expect(left).toEqual([{ id: recent?.id }]);
});
