import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetClickIds } from '#src/domain/purchase-origins.ts';
import { countCheckoutFromWithin, storeVisits } from '#src/domain/visits.ts';
import { openVisitCounter } from '#src/server/visit-counter.ts';
import { type OpenTestShop, openTestShop } from '../support/shop.ts';

let opened: OpenTestShop;
let other: ReturnType<typeof opened.with>;

beforeAll(async () => {
  opened = await openTestShop();
  // As another process of the same shop.
  other = { ...opened.shop, visits: openVisitCounter(opened.shop.clock) };
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.shop.db.deleteFrom('visitsByHour').execute();
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
