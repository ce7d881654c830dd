import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { insertPurchaseEvent } from '#db/queries/purchases/purchase-events.ts';
import { findEventRevision } from '#db/queries/reports/dashboard.ts';
import { openClient } from '../support/calls/client.ts';
import { send } from '../support/calls/raw-http.ts';
import { startSeveral } from '../support/postgres/several-processes.ts';
import { buy } from '../support/purchases/buy.ts';
import { openTestShop, sell } from '../support/store/shop.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';

let store: Store | undefined;

afterEach(async () => {
  await store?.stop();
  store = undefined;
});

test('a stop is announced at /readyz before it begins, and visitors are served meanwhile', async () => {
  store = await startStoreProcess({ DRAIN_SECONDS: '' });
  const { url } = store;
  expect(store.output()).toContain('Atenção: sem SMTP_URL as mensagens ficam em');
  const stopping = store.end();
  const readiness = async () => (await openClient(url).get('/readyz')).status;
  await expect.poll(readiness, { interval: 20 }).toBe(503);
  expect((await openClient(url).get('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'draining' });
  const page = await send(url, '/');
  expect([page.status, page.headers['connection']]).toEqual([200, 'close']);
  expect((await openClient(url).get('/healthz')).status).toBe(200);
  await stopping;
  await expect(openClient(url).get('/healthz')).rejects.toThrow('fetch failed');
});

test('a process with WORKER=off sells, and the other sends its mail', async () => {
  const { processes, stop } = await startSeveral(2, {}, [{ WORKER: 'off' }, {}]);
  const [serving, working] = processes;
  try {
    if (!serving || !working) throw new Error('Two processes were expected.');
    await working.end();
    await buy(openClient(serving.url), { productId: 'onda-audio', customerEmail: 'so-vende@exemplo.com.br' });
    await working.restart();
    const [mail] = await working.waitForMail(1);
    expect(mail?.to?.[0]?.address).toBe('so-vende@exemplo.com.br');
    expect(await serving.mailbox()).toEqual([]);

    // A later version has taken a step that this one cannot read.
    await working.end();
    await sql`update "schemaFloor" set name = '9999-of-a-later-version'`.execute(working.database());
    const visitor = openClient(serving.url);
    await expect.poll(async () => (await visitor.get('/')).status).toBe(503);
    const answers = await Promise.all(
      ['/', '/api/public/products', '/healthz', '/readyz'].map((path) => visitor.get(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers.slice(0, 2).map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true, true]);
    expect((await visitor.get('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'schema' });
  } finally {
    await stop();
  }
});

test('an event that is committed late changes the revision, although its number is lower', async () => {
  const { shop, close } = await openTestShop();
  const purchaseId = await sell(shop, 'lote');
  const event = { purchaseId, at: new Date().toISOString(), event: 'checked', source: 'worker', detail: null };
  const inserted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const late = shop.db.transaction().execute(async (tx) => {
    await insertPurchaseEvent(tx, event);
    inserted.resolve();
    await mayCommit.promise;
  });
  await inserted.promise;
  await insertPurchaseEvent(shop.db, event);
  const before = await findEventRevision(shop.db);
  mayCommit.resolve();
  await late;
  expect(await findEventRevision(shop.db)).toBeGreaterThan(before);
  await close();
});
