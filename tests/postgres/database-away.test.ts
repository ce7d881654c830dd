import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, login, openClient } from '../support/calls/client.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres/postgres.ts';
import { type SeveralProcesses, startSeveral } from '../support/postgres/several-processes.ts';
import { buy, order } from '../support/purchases/buy.ts';
import { isFullScale, recordFigure, scaled } from '../support/scale.ts';
import { killUnderLoad, sandboxSide } from '../support/store/kill-under-load.ts';
import type { Store } from '../support/store/store.ts';
import { expectNothingLostOrTwice } from '../support/worlds/expect-nothing-lost.ts';

// Three processes and their database fail together in `chaos.test.ts`.
describe.each(isFullScale ? [1, 3] : [1])('with %i behind a front', (count) => {
  let cluster: PostgresCluster;
  let several: SeveralProcesses;
  let store: Store;
  let owner: Client;
  let visitor: Client;

  beforeAll(async () => {
    cluster = await makeCluster();
    await cluster.start();
    several = await startSeveral(count, { DATABASE_URL: cluster.url, LOG_LEVEL: 'fatal' });
    store = several.front;
    visitor = openClient(store.url);
    owner = await login(store);
  });
  afterAll(async () => {
    await several.stop();
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
    const readiness = async () => (await visitor.get('/readyz')).json();
    await expect.poll(readiness, { interval: 100 }).toEqual({ status: 'unavailable', reason: 'database_away' });

    await cluster.start();
    await areReady();
    expect((await buy(visitor)).id).not.toBe(id);
    expect((await owner.get('/api/admin/purchases')).status).toBe(200);
  });

  test('PostgreSQL killed while buyers order and pay: nothing acknowledged is lost, no key is sold twice, and all serve again within 5 s', {
    timeout: scaled(600_000, 7_200_000),
  }, async ({ task }) => {
    const returns: { ms: number; allowedMs: number }[] = [];
    const comeBack = async () => {
      await cluster.start();
      const acceptedAt = performance.now();
      await areReady();
      const ms = performance.now() - acceptedAt;
      // A machine that is busy with others needs its time for a mere connection too.
      returns.push({ ms, allowedMs: Math.max(5_000, 50 * (await connectionMs(cluster.url))) });
    };
    const { acknowledged, lost, reverted } = await killUnderLoad(
      { ...store, kill: () => cluster.stop('immediate'), restart: comeBack },
      { kills: scaled(3, 100), buyers: 8, withinMs: scaled(25_000, Number.POSITIVE_INFINITY) },
    );

    expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
    expect(acknowledged.paid.size).toBeGreaterThan(0);
    await expectNothingLostOrTwice(store, await sandboxSide(store));
    expect(returns.filter(({ ms, allowedMs }) => ms > allowedMs)).toEqual([]);
    recordFigure(task, { name: 'paid', value: acknowledged.paid.size });
    const longestMs = Math.max(...returns.map(({ ms }) => ms));
    recordFigure(task, { name: 'longest return', value: longestMs, unit: 'ms', under: 5_000 });
  });

  test('a store that is stopped while PostgreSQL is away ends well', async () => {
    await cluster.stop('immediate');
    for (const one of several.processes) await expect(one.end()).resolves.toBeUndefined();
    await cluster.start();
    for (const one of several.processes) await one.restart();
  });

  async function areReady(): Promise<void> {
    const statuses = () =>
      Promise.all(several.processes.map(async ({ url }) => (await fetch(`${url}/api/payments/status/none`)).status));
    await expect.poll(statuses, { interval: 50 }).toEqual(several.processes.map(() => 404));
  }
});

async function connectionMs(url: string): Promise<number> {
  const startedAt = performance.now();
  const connection = new Connection(url);
  await connection.connect();
  await connection.query('select 1');
  await connection.end();
  return performance.now() - startedAt;
}
