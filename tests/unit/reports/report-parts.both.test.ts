import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#db/tables.ts';
import { readKeyLevels } from '#src/domain/keys/key-levels.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { keepAllReports, keepReports } from '#src/domain/reports/report-parts.ts';
import { dayOfHour, planReport, spanOfPeriod } from '#src/domain/reports/report-plan.ts';
import { showFigures } from '#src/domain/reports/sales-figures.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openReadCache } from '#src/server/shop/read-cache.ts';
import { dayOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { ORIGIN_GROUPS } from '#src/wire/reports/origins.ts';
import { insertSale, insertShelf } from '../../support/purchases/prepared-sales.ts';
import { scaled } from '../../support/scale.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

const NOW = new Date('2025-06-20T12:00:00.000Z');
const PACE_ENDS = ['2025-02-05T13:37:11.123Z', '2025-03-12T03:00:00.000Z'].map((at) => new Date(at));
const FIRST_DAY = '2025-01-20';
const DAYS = 150;

type Change = (db: Queryable) => Promise<unknown>;

/** Two shops to which the same happens; only in the first one reports are kept. */
let kept: TestDatabase;
let plain: TestDatabase;

beforeEach(async () => {
  [kept, plain] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  await both(insertShelf);
});
afterEach(() => Promise.all([kept.remove(), plain.remove()]));

async function both(change: Change): Promise<void> {
  for (const { db } of [kept, plain]) await change(db);
}

const keepAll = () => keepAllReports(kept.db);

async function readAll({ db }: TestDatabase, periods: readonly DayPeriod[]): Promise<unknown[]> {
  const settings = { lowKeysAt: 5 } as Shop['settings'];
  const shop = { db, settings, clock: { now: () => NOW }, readCache: openReadCache() };
  const results: unknown[] = [await showDashboard(shop)];
  for (const now of PACE_ENDS) results.push(await readKeyLevels({ ...shop, clock: { now: () => now } }));
  for (const period of periods) {
    results.push(await showFigures(shop, period), await showAnalytics(shop, period));
    for (const by of Object.keys(ORIGIN_GROUPS)) results.push(await showOrigins(shop, period, by));
  }
  return results;
}

async function expectEqualReports(periods: readonly DayPeriod[]): Promise<void> {
  expect(await readAll(kept, periods)).toEqual(await readAll(plain, periods));
}

const partsOf = async (period: string) => {
  const rows = await kept.db.selectFrom('reportParts').select('report').where('period', '=', period).execute();
  return rows.length;
};

const EVER = { from: null, to: null };
const MONTHS: DayPeriod[] = [
  EVER,
  { from: '2025-01-01', to: '2025-05-31' },
  { from: '2025-02-10', to: '2025-04-20' },
  { from: null, to: '2025-03-10' },
  { from: '2025-03-10', to: null },
  { from: '2025-03-10', to: '2025-03-10' },
];

/** The first has whole parts, the second pieces of them. */
const TWO_PERIODS: DayPeriod[] = [EVER, { from: '2025-02-10', to: '2025-04-20' }];

const sale = (id: string, day: number, more: Parameters<typeof insertSale>[2] = {}): Change => {
  const at = new Date(startOf(shiftDay(FIRST_DAY, day)).getTime() + (day % 24) * 3_600_000).toISOString();
  return (db) => insertSale(db, id, { completedAt: at, createdAt: at, paidCents: more.totalCents ?? 10_000, ...more });
};

describe('reports of days that are over', () => {
  test('say the same before and after their parts are kept, and when what was sold long ago changes', async () => {
    await both(sale('one', 3, { couponCode: 'MARINA10', commissionCents: 900, originSource: 'google' }));
    await both(sale('two', 49, { totalCents: 4_000, discountCents: 500, originCampaign: 'nov', originSource: 'x' }));
    await both(sale('three', 49, { productId: 'onda', couponCode: 'EDITA10' }));
    // A shop of an earlier version has sales that no trigger has seen.
    await sql`delete from "changedHours"`.execute(kept.db);
    await keepAll();
    await expectEqualReports(MONTHS);
    expect(await partsOf('2025-03-10')).toBeGreaterThan(5);
    expect(await partsOf('2025-03')).toBeGreaterThan(5);
    expect(await plain.db.selectFrom('reportParts').selectAll().execute()).toEqual([]);

    const changes: Change[] = [
      (db) =>
        sql`update purchases set status = 'REFUNDED', "refundedAt" = '2025-06-01T10:00:00.000Z' where id = 'one'`.execute(
          db,
        ),
      (db) => sql`update "affiliateSales" set status = 'reversed' where "purchaseId" = 'one'`.execute(db),
      (db) =>
        sql`update purchases set "returnedCents" = 700, "returnedAt" = '2025-05-02T10:00:00.000Z' where id = 'two'`.execute(
          db,
        ),
      (db) => sql`update purchases set "couponCode" = null, "originSource" = null where id = 'three'`.execute(db),
      (db) => sql`update "purchaseItems" set "productId" = 'antigo' where "purchaseId" = 'two'`.execute(db),
      sale('of long before', -400, { couponCode: 'EDITA10' }),
      (db) =>
        sql`update customers set "firstSaleAt" = '2025-02-01T10:00:00.000Z' where id = 'buyer of two'`.execute(db),
      (db) =>
        sql`insert into "visitsByHour" values ('2025-03-10T14', '/checkout/curva', 'google', '', 3, 5)`.execute(db),
      (db) => sql`update "visitsByHour" set visits = 4`.execute(db),
      (db) => sql`delete from "visitsByHour"`.execute(db),
      (db) => sql`delete from "affiliateSales"`.execute(db),
      (db) => sql`delete from "purchaseItems" where "purchaseId" = 'three'`.execute(db),
      (db) => sql`delete from purchases where id = 'three'`.execute(db),
    ];
    for (const change of changes) {
      await both(change);
      // What the change before left is kept by now, and read with it.
      await expectEqualReports(TWO_PERIODS);
      await keepAll();
    }
    await expectEqualReports(MONTHS);
  });

  test('are begun anew where somebody took away what is known of them', async () => {
    await both(sale('one', 3));
    await both(sale('two', 60));
    await keepAll();
    await both((db) => sql`delete from "purchaseItems" where "purchaseId" = 'one'`.execute(db));
    await both((db) => sql`delete from purchases where id = 'one'`.execute(db));
    await both((db) => sql`delete from customers where id = 'buyer of one'`.execute(db));
    await sql`delete from "keptReports"`.execute(kept.db);
    await keepAll();
    await expectEqualReports(MONTHS);
    expect(await partsOf(shiftDay(FIRST_DAY, 3))).toBe(0);
  });

  test('are begun anew where an earlier version kept them in another shape', async () => {
    await both(sale('one', 3));
    await keepAll();
    await kept.db.updateTable('keptReports').set({ shape: 0 }).execute();
    await kept.db.updateTable('reportParts').set({ rows: '{"columns":["sales"],"rows":[[7]]}' }).execute();
    await expectEqualReports(MONTHS);
    await keepAll();
    await expectEqualReports(MONTHS);
    expect(await partsOf(shiftDay(FIRST_DAY, 3))).toBeGreaterThan(0);
  });

  test('leave alone what a sale of today does not change', async () => {
    await both(sale('old', 10));
    await keepAll();
    const now = new Date().toISOString();
    await both((db) => insertSale(db, 'new', { completedAt: now, paidCents: 10_000 }));
    await both((db) =>
      sql`update purchases set status = 'REFUNDED', "refundedAt" = ${now} where id = 'new'`.execute(db),
    );
    // A change that reports do not read changes no day.
    await both((db) => sql`update purchases set review = 'dispute', "checkCount" = 3 where id = 'old'`.execute(db));
    const { rows } = await sql`select hour from "changedHours"`.execute(kept.db);
    expect(rows).toEqual([]);
    await expectEqualReports([EVER, { from: '2025-01-01', to: '2025-12-31' }]);
  });

  test('that a clock kept two days ahead of time are added up anew', async () => {
    const today = dayOf(new Date());
    await both(sale('one', 3));
    await keepAll();
    await kept.db
      .updateTable('keptReports')
      .set({ until: shiftDay(today, 2) })
      .execute();
    await keepReports(kept);
    const reports = await kept.db.selectFrom('keptReports').select('until').execute();
    expect(reports.every(({ until }) => until <= today)).toBe(true);
  });

  test('are right whatever happens to sales, visits and buyers, in any order', async () => {
    const day = fc.nat({ max: DAYS });
    const moment = (at: number) => `${shiftDay(FIRST_DAY, at)}T02:30:00.000Z`;
    const steps = fc.oneof(
      fc.record({
        kind: fc.constant('sale' as const),
        day,
        of: fc.nat({ max: 5 }),
        cents: fc.integer({ min: 50, max: 9_000 }),
      }),
      fc.record({ kind: fc.constant('refund' as const), day, of: fc.nat({ max: 30 }) }),
      fc.record({ kind: fc.constant('return' as const), day, of: fc.nat({ max: 30 }) }),
      fc.record({ kind: fc.constant('visits' as const), day, of: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constant('forget' as const), day, of: fc.nat({ max: 30 }) }),
      fc.record({ kind: fc.constant('keep' as const), day, of: fc.constant(0) }),
      fc.record({ kind: fc.constant('read' as const), day, of: fc.nat({ max: 90 }) }),
    );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (walk) => {
        for (const step of walk) {
          const at = moment(step.day);
          const id = `sale-${step.of % Math.max(1, number)}`;
          if (step.kind === 'sale') {
            const name = `sale-${number}`;
            number += 1;
            const coupon = ['A', 'B', null][step.of % 3] ?? null;
            const commission = coupon === 'A' ? { commissionCents: 40 } : {};
            const more = {
              couponCode: coupon,
              totalCents: step.cents,
              originSource: ['google', 'x', null][step.of % 3] ?? null,
            };
            await both((db) =>
              insertSale(db, name, {
                completedAt: at,
                paidCents: step.cents,
                productId: step.of > 2 ? 'onda' : 'curva',
                ...more,
                ...commission,
              }),
            );
          } else if (step.kind === 'refund') {
            await both((db) =>
              sql`update purchases set status = 'REFUNDED', "refundedAt" = ${at} where id = ${id} and status = 'COMPLETED'`.execute(
                db,
              ),
            );
          } else if (step.kind === 'return') {
            await both((db) =>
              sql`update purchases set "returnedCents" = 30, "returnedAt" = ${at} where id = ${id} and status = 'COMPLETED'`.execute(
                db,
              ),
            );
          } else if (step.kind === 'visits') {
            await both((db) =>
              sql`insert into "visitsByHour" values (${at.slice(0, 13)}, ${['/', '/checkout/onda'][step.of % 2]}, 'google', ${`c${step.of}`}, 2, 3)
                on conflict (hour, page, source, campaign) do update set visits = "visitsByHour".visits + 1`.execute(
                db,
              ),
            );
          } else if (step.kind === 'forget') {
            await both((db) =>
              sql`update purchases set "originSource" = null, "couponCode" = null where id = ${id}`.execute(db),
            );
          } else if (step.kind === 'keep') {
            await keepReports(kept);
          } else {
            const from = shiftDay(FIRST_DAY, step.day);
            await expectEqualReports([EVER, { from, to: shiftDay(from, step.of) }]);
          }
        }
        await keepAll();
        await expectEqualReports([EVER, { from: '2025-02-01', to: '2025-04-30' }]);
      }),
      { numRuns: scaled(6, 40) },
    );
    expect(number).toBeGreaterThan(0);
  });
});

describe('a plan', () => {
  const reports = { since: '2017-01-01', until: '2026-11-22' };

  test('has months, then days, and rows for what is too new', () => {
    const span = { start: spanOfPeriod('2026-08-30').start, end: spanOfPeriod('2026-11-23').end };
    const { periods, gaps } = planReport(span, { kept: reports, changedHours: ['2026-10-07T02', '2026-11-21T12'] });
    expect(periods.slice(0, 3)).toEqual(['2026-08-30', '2026-08-31', '2026-09']);
    expect(periods).not.toContain('2026-10');
    expect(periods).not.toContain('2026-10-06');
    expect(gaps).toEqual([spanOfPeriod('2026-10-06'), { start: spanOfPeriod('2026-11-21').start, end: span.end }]);
  });

  test('covers each moment of a span once, in years with summer time too, however much changed', () => {
    const days = fc.integer({ min: 0, max: 3_600 });
    const hour = fc.integer({ min: 0, max: 3_600 * 24 });
    const hourAt = (at: number) => new Date(Date.UTC(2017, 0, 2) + at * 3_600_000).toISOString().slice(0, 13);
    fc.assert(
      fc.property(days, days, hour, fc.array(hour, { maxLength: 12 }), (one, other, from, changed) => {
        const end = spanOfPeriod(shiftDay('2017-01-02', Math.max(one, other))).end;
        const start =
          one % 2 === 0
            ? spanOfPeriod(shiftDay('2017-01-02', Math.min(one, other))).start
            : `${hourAt(from)}:00:00.000Z`;
        if (start >= end) return;
        const changedHours = changed.map(hourAt);
        const { periods, gaps } = planReport({ start, end }, { kept: reports, changedHours });
        const pieces = [...periods.map(spanOfPeriod), ...gaps].toSorted((a, b) => (a.start < b.start ? -1 : 1));
        expect(pieces[0]?.start).toBe(start);
        expect(pieces.at(-1)?.end).toBe(end);
        for (const [at, piece] of pieces.entries()) expect(pieces[at + 1]?.start ?? piece.end).toBe(piece.end);
        expect(gaps.length).toBeLessThanOrEqual(8);
        const touched = new Set(changedHours.map(dayOfHour));
        for (const period of periods) for (const day of touched) expect(day.startsWith(period)).toBe(false);
      }),
      { numRuns: scaled(100, 3_000) },
    );
  });
});
