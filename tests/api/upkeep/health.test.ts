import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { login, openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { actAtSandbox, BUYER, order, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';
import { type Store, startStore } from '../../support/store/store.ts';

let store: Store;

afterEach(() => store.stop());

test('health needs no session, and readiness follows the database', async () => {
  store = await startStore({ DEMO_DATA: 'false' });
  const health = await send(store.url, '/healthz');
  expect([health.status, health.text, health.headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  expect((await send(store.url, '/readyz')).text).toBe('{"status":"ok"}');
  expect((await send(store.url, '/healthz', { method: 'HEAD' })).status).toBe(200);

  await sql`alter table categories rename to lost`.execute(store.database());
  // An answer is kept for a second.
  const readiness = async () => {
    const { status, text } = await send(store.url, '/readyz');
    return [status, text];
  };
  await expect.poll(readiness).toEqual([503, '{"status":"unavailable","reason":"database_away"}']);
  expect((await send(store.url, '/healthz')).status).toBe(200);
  await sql`alter table lost rename to categories`.execute(store.database());
  expect((await send(store.url, '/readyz')).status).toBe(200);
});

describe('while another process holds the database', () => {
  test('the store waits for a short time, then returns 503 with Retry-After, and recovers', async () => {
    store = await startStore();
    const visitor = openClient(store.url);
    const owner = await login(store);
    const holder = new BetterSqlite3(`${store.folder}/store.sqlite`);
    const orderWhileHeld = async () => {
      const started = performance.now();
      holder.exec('BEGIN IMMEDIATE');
      const short = order(visitor, { productId: 'lote' });
      await wait(300);
      holder.exec('ROLLBACK');
      const heldMs = performance.now() - started;
      return { heldMs, status: (await short).status };
    };
    let held = await orderWhileHeld();
    // It was not short on a machine that was busy with something else.
    for (let turn = 1; turn < 20 && held.heldMs > 1_000; turn += 1) held = await orderWhileHeld();
    expect(held.status).toBe(200);

    await store
      .database()
      .updateTable('sessions')
      .set({ expires_at: Math.floor(Date.now() / 1000) + 3_600 })
      .execute();
    holder.exec('BEGIN IMMEDIATE');
    const readWhileWritersWait = async () => {
      let isRefused = false;
      const writes = Promise.all([
        order(visitor, { productId: 'lote' }),
        order(visitor, { productId: 'lote' }),
        openClient(store.url).post('/api/auth/login', store.admin),
        owner.put('/api/admin/products/lote', { name: 'Outro nome' }),
      ]).finally(() => {
        isRefused = true;
      });
      // A session that is due to be prolonged may read, too.
      const reads = ['/', '/api/public/products', '/api/auth/user', '/api/admin/purchases?page=1'];
      for (const path of reads) expect((await owner.get(path)).status, path).toBe(200);
      const isBefore = !isRefused;
      for (const response of await writes) {
        expect([response.status, response.json()]).toMatchObject([503, { code: 'unavailable' }]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      return isBefore;
    };
    try {
      // Writers give up after two seconds, in which a busy machine may not come to the reads.
      await expect.poll(readWhileWritersWait).toBe(true);
      expect((await visitor.get('/')).status).toBe(200);
      expect((await visitor.get('/api/public/products')).status).toBe(200);
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }
    const { purchaseId, transactionId } = await startPurchase(visitor, { ...BUYER, productId: 'lote' });
    await actAtSandbox(visitor, transactionId, 'pay');
    await waitForStatus(visitor, purchaseId, 'COMPLETED');
    expect((await owner.get('/api/auth/user')).status).toBe(200);
  });
});
