import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRandom } from '#db/seed/random.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { keepAllReports } from '#src/domain/reports/report-parts.ts';
import { storeVisits } from '#src/domain/reports/visits.ts';
import { openReadCache } from '#src/server/shop/read-cache.ts';
import { openVisitCounter } from '#src/server/shop/visit-counter.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { soleItem } from '../../support/purchases/items.ts';
import { insertSale, insertShelf } from '../../support/purchases/prepared-sales.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
  await insertShelf(database.db);
});
afterEach(() => database.remove());

const DAYS = ['2025-03-09', '2025-03-10', '2025-03-11'];
const PERIODS: DayPeriod[] = [
  { from: null, to: null },
  { from: '2025-03-10', to: null },
  { from: null, to: '2025-03-10' },
  ...DAYS.map((day) => ({ from: day, to: day })),
  { from: '2025-03-10', to: '2025-03-11' },
  { from: '2025-04-01', to: '2025-04-30' },
];
/** A day begins in São Paulo at three in UTC. */
const MIDNIGHT = ['2025-03-10T02:59:59.999Z', '2025-03-10T03:00:00.000Z'];

type Happening = { at: string };
type Trial = Happening & { isBought: boolean };
type Opening = Happening & { product: 'curva' | 'onda'; visits: number };
type Order = Happening & { licenses: number; offers: number; isPaid: boolean };

test('trials, offers and licenses of a period are those of a random world, before and after its parts are kept', async () => {
  const random = startRandom(24);
  const begin = Date.parse('2025-03-09T03:00:00.000Z');
  const moments = [...MIDNIGHT, ...Array.from({ length: 30 }, () => iso(begin + random.whole(0, 3 * 86_400_000 - 1)))];
  const orders: Order[] = moments.map((at) => ({
    ...{ at, licenses: random.whole(1, 3), offers: random.whole(0, 1), isPaid: random.chance(0.7) },
  }));
  for (const [at, order] of orders.entries()) await insertOrder(`order ${at}`, order);
  const trials: Trial[] = moments.map((at, index) => ({ at, isBought: orders[index]?.isPaid ?? false }));
  for (const [at, trial] of trials.entries()) await insertTrial(`trial ${at}`, trial, `order ${at}`);
  const openings: Opening[] = moments.map((at) => ({
    ...{ at, product: random.pick(['curva', 'onda'] as const), visits: random.whole(1, 4) },
  }));
  await insertOffers();
  await countOpenings(openings);

  for (const step of [async () => undefined, () => keepAllReports(database.db)]) {
    await step();
    for (const period of PERIODS) {
      const shop = { db: database.db, clock: { now: () => new Date(begin) }, readCache: openReadCache() };
      const { trials: tried, products } = await showAnalytics(shop, period);
      const report = await showOrigins(shop, period, 'product');
      const within = <Row extends Happening>(rows: Row[]) => rows.filter(({ at }) => isIn(at, period));
      const begun = within(trials);
      const bought = begun.filter(({ isBought }) => isBought);
      const paid = within(orders).filter(({ isPaid }) => isPaid);
      const taken = sum(paid, ({ offers }) => offers);
      const opened = within(openings).filter(({ product }) => product === 'curva');
      const name = JSON.stringify(period);
      expect(report.trials, name).toEqual({ begun: begun.length, bought: bought.length });
      expect(tried, name).toEqual(
        begun.length === 0 ? [] : [{ id: 'curva', name: 'Curva Motion', begun: begun.length, bought: bought.length }],
      );
      // Two of the three offers are active beside one product.
      const shown = 2 * sum(opened, ({ visits }) => visits);
      expect(report.offers, name).toEqual({ shown: Math.max(shown, taken), taken });
      expect(
        products.find(({ id }) => id === 'curva'),
        name,
      ).toMatchObject({
        sales: paid.length,
        licenses: sum(paid, ({ licenses }) => licenses),
      });
      const row = report.rows.find(({ key }) => key === 'curva');
      expect([row?.charges ?? 0, row?.paid ?? 0], name).toEqual([within(orders).length, paid.length]);
    }
  }
});

test('a product that offers a trial is named before anybody has tried it, and a shop without one names none', async () => {
  const shop = { db: database.db, clock: { now: () => new Date() }, readCache: openReadCache() };
  const day = { from: '2025-03-10', to: '2025-03-10' };
  expect(await showAnalytics(shop, day)).toMatchObject({ trials: [] });
  expect(await showOrigins(shop, day, null)).toMatchObject({
    trials: { begun: 0, bought: 0 },
    offers: { shown: 0, taken: 0 },
  });
  await database.db.updateTable('products').set({ trialDays: 14 }).execute();
  expect((await showAnalytics({ ...shop, readCache: openReadCache() }, day)).trials).toEqual([
    { id: 'curva', name: 'Curva Motion', begun: 0, bought: 0 },
  ]);
});

async function insertOrder(id: string, { at, licenses, offers, isPaid }: Order): Promise<void> {
  await insertSale(database.db, id, {
    ...(isPaid ? { completedAt: at, paidCents: 10_000 } : { failureReason: 'expired' as const }),
    createdAt: at,
  });
  const further = { productId: 'curva', productName: 'Curva Motion', priceCents: 0, totalCents: 0 };
  const taken = { ...further, productId: 'onda', productName: 'Onda Áudio' };
  const items = [
    ...Array.from({ length: licenses - 1 }, () => soleItem({ id, ...further })),
    ...Array.from({ length: offers }, () => soleItem({ id, ...taken }, { offerId: 'first' })),
  ].map((item, index) => ({ ...item, id: `${id} item ${index}`, position: index + 1 }));
  if (items.length > 0) await database.db.insertInto('purchaseItems').values(items).execute();
}

async function insertTrial(id: string, { at, isBought }: Trial, itemId: string): Promise<void> {
  const machine = { fingerprintHash: null, machineName: null, activatedAt: null };
  const notices = { noticesDeclinedAt: null, endingToldAt: null, endedToldAt: null };
  await database.db
    .insertInto('trials')
    .values({
      ...{ id, productId: 'curva', mailboxHash: id, email: null, tokenHash: id, linkExpiresAt: at, createdAt: at },
      ...{ confirmedAt: at, endsAt: at, key: `KEY ${id}`, itemId: isBought ? itemId : null, ...machine, ...notices },
    })
    .execute();
}

async function insertOffers(): Promise<void> {
  const offer = { offeredProductId: 'onda', priceCents: 1_000, headline: '', text: '', createdAt: MIDNIGHT[0] ?? '' };
  const offers = (['first', 'second', 'paused'] as const).map((id) => ({
    ...{ ...offer, id, productId: 'curva', isActive: id === 'paused' ? (0 as const) : (1 as const) },
  }));
  await database.db.insertInto('offers').values(offers).execute();
}

/** Two processes store what they counted, in turn. */
async function countOpenings(openings: Opening[]): Promise<void> {
  let now = new Date();
  const counters = [0, 1].map(() => openVisitCounter({ now: () => now }));
  for (const [index, { at, product, visits }] of openings.entries()) {
    now = new Date(at);
    const visit = { page: `/checkout/${product}`, source: 'canal', campaign: '', entries: visits, visits };
    counters[index % 2]?.count(visit);
    if (index % 10 === 9) for (const counter of counters) await storeVisits({ db: database.db, visits: counter });
  }
  for (const counter of counters) await storeVisits({ db: database.db, visits: counter });
}

function isIn(at: string, { from, to }: DayPeriod): boolean {
  const day = dayOf(new Date(at));
  return (from === null || day >= from) && (to === null || day <= to);
}

function sum<Row>(rows: Row[], figure: (row: Row) => number): number {
  return rows.reduce((total, row) => total + figure(row), 0);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
