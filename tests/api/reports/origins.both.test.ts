import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/transactions.ts';
import { yieldToEventLoop } from '#src/domain/yield-to-event-loop.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { ORIGIN_GROUPS, type OriginReport } from '#src/wire/reports/origins.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { actAtSandbox, BUYER, expectStatus } from '../../support/purchases/buy.ts';
import { insertSale } from '../../support/purchases/prepared-sales.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const FORMULA = '=hyperlink("http://evil.test")';
const MARKUP = '<script>alert(1)</script>';

const store = startStoreProcessForFile();
let owner: Client;

beforeAll(async () => {
  await store.database().deleteFrom('visitsByHour').execute();
  owner = await login(store, openClient(store.url));
});

async function visitAll(paths: string[], headers: Record<string, string> = {}): Promise<void> {
  const waiting = [...paths];
  const walk = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      await send(store.url, path, { headers: { 'user-agent': CHROME, ...headers } });
    }
  };
  await Promise.all(Array.from({ length: 20 }, walk));
}

async function report(query = ''): Promise<OriginReport> {
  return expectStatus(await owner.get(`/api/admin/analytics/origins${query}`), 200).json<OriginReport>();
}

async function orderWith(origin: unknown): Promise<PaymentCreated> {
  const sent = { ...BUYER, paymentMethod: 'pix', productId: 'lote', origin };
  return expectStatus(await openClient(store.url).post('/api/payments/create', sent), 200).json<PaymentCreated>();
}

async function find(origem: string): Promise<Sale[]> {
  const answer = await owner.get(`/api/admin/purchases?origem=${encodeURIComponent(origem)}`);
  return expectStatus(answer, 200).json<Page<Sale>>().items;
}

describe('visits', () => {
  const EACH = scaled(250, 2_500);

  test('are counted exactly, survive a stop, and a kill loses only the last seconds', async ({ task }) => {
    const robots = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    const within = { referer: `${store.url}/` };
    await Promise.all([
      visitAll(Array.from({ length: 2 * EACH }, () => '/?utm_source=Canal&utm_campaign=nov')),
      visitAll(
        Array.from({ length: EACH }, () => '/checkout/lote'),
        { referer: 'https://www.google.com/' },
      ),
      visitAll(
        Array.from({ length: EACH }, () => '/checkout/lote'),
        within,
      ),
      visitAll(['/', '/?utm_source=robo'], robots),
      visitAll(['/', '/privacidade'], within),
      visitAll(['/checkout/inventado?utm_source=canal', '/plugins/inventado']),
    ]);
    await store.end();
    await store.restart();
    owner = await login(store, openClient(store.url));
    const stopped = await report();
    expect(stopped.funnel).toMatchObject({ entries: 3 * EACH, checkouts: 2 * EACH });
    expect(stopped.rows).toContainEqual(expect.objectContaining({ key: 'canal', entries: 2 * EACH, checkouts: 0 }));
    expect(stopped.rows).toContainEqual(expect.objectContaining({ key: 'google', entries: EACH, checkouts: EACH }));

    await visitAll(['/', '/', '/']);
    await store.kill();
    await store.restart();
    owner = await login(store, openClient(store.url));
    const killed = await report();
    expect(killed.funnel.entries).toBeGreaterThanOrEqual(3 * EACH);
    expect(killed.funnel.entries).toBeLessThanOrEqual(3 * EACH + 3);
    recordFigure(task, { name: 'visits', value: 4 * EACH });
    recordFigure(task, { name: 'counted', value: stopped.funnel.entries + EACH });
  });

  test('of invented sources fill neither the table nor the report', async ({ task }) => {
    const hostile = Array.from({ length: scaled(600, 10_000) }, (_, at) =>
      encodeURIComponent(`${at % 2 === 0 ? MARKUP : FORMULA}${at}`),
    );
    await visitAll(hostile.map((source) => `/?utm_source=${source}`));
    await store.end();
    await store.restart();
    owner = await login(store, openClient(store.url));
    const sources = await store.database().selectFrom('visitsByHour').select('source').distinct().execute();
    expect(sources.length).toBeLessThanOrEqual(502);
    const { rows, funnel } = await report();
    expect(rows.length).toBeLessThanOrEqual(201);
    expect(rows.reduce((sum, { entries }) => sum + (entries ?? 0), 0)).toBe(funnel.entries);
    recordFigure(task, { name: 'invented sources', value: hostile.length });
    recordFigure(task, { name: 'sources kept', value: sources.length });
    recordFigure(task, { name: 'rows of the report', value: rows.length });
  });
});

test.each(Object.keys(ORIGIN_GROUPS))('the orders are told apart by %s', async (by) => {
  const { funnel, rows } = await report(`?by=${by}`);
  expect(rows.reduce((sum, { charges }) => sum + charges, 0)).toBe(funnel.charges);
});

describe('the origin of an order', () => {
  test('is kept, found by the list of sales, and written to its CSV without a formula', async () => {
    const address = `${store.url}/plugins/lote?utm_source=${encodeURIComponent(FORMULA)}&utm_campaign=${encodeURIComponent(MARKUP)}&fbclid=abc`;
    const { purchaseId, transactionId } = await orderWith({ address, referrer: 'https://l.instagram.com/' });
    await actAtSandbox(openClient(store.url), transactionId, 'pay');
    for (const filter of [FORMULA, `campanha:${MARKUP}`]) {
      expect((await find(filter)).map(({ id }) => id)).toEqual([purchaseId]);
    }
    expect((await find('produto:lote')).map(({ id }) => id)).toContain(purchaseId);
    const [sale] = await find(FORMULA);
    expect(sale?.origin).toMatchObject({ source: FORMULA, referrerHost: 'l.instagram.com', landing: '/plugins/lote' });
    const csv = await owner.get(`/api/admin/purchases/export.csv?origem=${encodeURIComponent(FORMULA)}`);
    const rows: Record<string, string>[] = parse(csv.text, { bom: true, delimiter: ';', columns: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ Origem: `'${FORMULA}`, Campanha: MARKUP, 'Página de entrada': '/plugins/lote' });
    const { rows: bySource } = await report('?by=source');
    expect(bySource.find(({ key }) => key === FORMULA)).toMatchObject({ charges: 1, paid: 1, revenue: 49.9 });
    const byProduct = (await report('?by=product')).rows.find(({ key }) => key === 'lote');
    expect(byProduct).toMatchObject({ label: 'Lote' });
  });

  test.each([
    'x',
    7,
    null,
    [],
    { source: { a: 1 }, clickIds: 'x', landing: 9 },
    { address: 'http://[', referrer: '\0' },
    { source: '\uD800', campaign: 'a'.repeat(5_000) },
  ])('never stops it: %j', async (origin) => {
    expect(await orderWith(origin)).toMatchObject({ success: true });
  });

  test('forgets click ids after 30 days, and the rest with its buyer', async () => {
    const customerEmail = 'sumida@exemplo.com.br';
    const sent = { ...BUYER, customerEmail, paymentMethod: 'pix', productId: 'lote' };
    const origin = { source: 'canal', content: 'video-7', clickIds: { gclid: 'g-1' } };
    const created = await openClient(store.url).post('/api/payments/create', { ...sent, origin });
    const { purchaseId, transactionId } = expectStatus(created, 200).json<PaymentCreated>();
    await actAtSandbox(openClient(store.url), transactionId, 'pay');
    const read = () =>
      store
        .database()
        .selectFrom('purchases')
        .select(['customerId', 'originSource', 'origin', 'clickIds'])
        .where('id', '=', purchaseId)
        .executeTakeFirstOrThrow();
    const { customerId, clickIds } = await read();
    expect(clickIds).toBe('{"gclid":"g-1"}');
    const exported = await owner.get(`/api/admin/customers/${customerId}/export`);
    expect(exported.text).toContain('video-7');
    expectStatus(await owner.delete(`/api/admin/customers/${customerId}`), 200);
    expect(await read()).toMatchObject({ originSource: 'canal', origin: null, clickIds: null });
  });
});

test('the report of invented orders has a row for each of the strongest origins, and one for the rest', async ({
  task,
}) => {
  const orders = scaled(300, 10_000);
  const completedAt = new Date().toISOString();
  for (let at = 0; at < orders; at += 250) {
    await inTransaction(store.database(), async (tx) => {
      for (let number = at; number < Math.min(orders, at + 250); number += 1) {
        const origin = { originSource: `${MARKUP}${number}`, originCampaign: `${FORMULA}${number}` };
        await insertSale(tx, `invented-${number}`, { productId: 'lote', completedAt, ...origin });
      }
    });
    await yieldToEventLoop();
  }
  for (const by of ['source', 'campaign']) {
    const { rows, funnel } = await report(`?by=${by}`);
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)?.key).toBe('outras');
    expect(funnel.charges).toBeGreaterThanOrEqual(orders);
    expect(rows.reduce((sum, { charges }) => sum + charges, 0)).toBe(funnel.charges);
  }
  recordFigure(task, { name: 'orders of invented origins', value: orders });
});
