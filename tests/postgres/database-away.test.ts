import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, order } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { expectNothingLostOrTwice } from '../support/expect-nothing-lost.ts';
import { killUnderLoad, sandboxSide } from '../support/kill-under-load.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres.ts';
import { recordFigure, scaled } from '../support/scale.ts';
import { type Store, startStore } from '../support/store.ts';

let cluster: PostgresCluster;
let store: Store;
let owner: Client;
let visitor: Client;

beforeAll(async () => {
  cluster = await makeCluster();
  await cluster.start();
  store = await startStore({ DATABASE_URL: cluster.url, LOG_LEVEL: 'fatal' });
  visitor = openClient(store.url);
  owner = await login(store);
});
afterAll(async () => {
  await store.stop();
  await cluster.remove();
});

test('while PostgreSQL is away each call asks to come again, and afterwards the store sells as before', async () => {
  const { id } = await buy(visitor);
  await cluster.stop('immediate');

  for (const [name, call] of Object.entries({
    'an order': () => order(visitor, { productId: 'lote' }),
    'a status': () => visitor.get(`/api/payments/status/${id}`),
    'a key': () => visitor.get(`/api/payments/license/${id}`),
    'the coupon': () => visitor.post('/api/validate-coupon', { code: 'EDITA10', productId: 'lote' }),
    "the owner's sales": () => owner.get('/api/admin/purchases'),
    "the owner's product": () => owner.post('/api/admin/products', { name: 'Novo', price: 10 }),
    'a login': () => visitor.post('/api/auth/login', { email: store.admin.email, password: store.admin.password }),
  })) {
    const response = await call();
    expect({ name, status: response.status, after: response.headers.get('retry-after') }).toEqual({
      name,
      status: 503,
      after: expect.stringMatching(/^\d+$/),
    });
  }
  expect((await visitor.get('/')).status, 'the storefront is cached').toBe(200);
  expect((await visitor.get('/healthz')).status).toBe(200);
  expect((await visitor.get('/readyz')).status).toBe(503);

  await cluster.start();
  await isReady();
  expect((await buy(visitor)).id).not.toBe(id);
  expect((await owner.get('/api/admin/purchases')).status).toBe(200);
});

test('PostgreSQL killed while buyers order and pay: nothing acknowledged is lost, and no key is sold twice', {
  timeout: scaled(240_000, 7_200_000),
}, async ({ task }) => {
  const { acknowledged, lost, reverted, returnsMs } = await killUnderLoad(
    { ...store, kill: () => cluster.stop('immediate'), restart: comeBack },
    { kills: scaled(4, 100), buyers: 8, withinMs: scaled(25_000, Number.POSITIVE_INFINITY) },
  );

  expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
  expect(acknowledged.paid.size).toBeGreaterThan(0);
  await expectNothingLostOrTwice(store, await sandboxSide(store));
  recordFigure(task, { name: 'paid', value: acknowledged.paid.size });
  recordFigure(task, { name: 'longest return', value: Math.max(...returnsMs), unit: 'ms', under: 5_000 });
});

test('a store that is stopped while PostgreSQL is away ends well', async () => {
  await cluster.stop('immediate');
  await expect(store.end()).resolves.toBeUndefined();
  await cluster.start();
  await store.restart();
});

async function comeBack(): Promise<void> {
  await cluster.start();
  await isReady();
}

async function isReady(): Promise<void> {
  await expect.poll(async () => (await visitor.get('/readyz')).status, { interval: 50 }).toBe(200);
}
