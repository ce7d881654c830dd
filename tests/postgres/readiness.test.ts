import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startStoreForFile } from '../support/before-tests/store.ts';
import { openClient } from '../support/calls/client.ts';

const store = startStoreForFile({ DATABASE_POOL: '2' });

test('a table that somebody locks takes no process out of turn: its pages are served, and each answer comes at once', async () => {
  const visitor = openClient(store.url);
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = store
    .database()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table categories, products, instances, purchases in access exclusive mode`.execute(tx);
      locked.resolve();
      await released.promise;
    });
  await locked.promise;
  // They take all that the pool has.
  const orders = Array.from({ length: 4 }, () => visitor.get('/api/payments/status/none'));
  await wait(100);
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const askedAt = performance.now();
      expect((await visitor.get('/readyz')).json()).toEqual({ status: 'ok' });
      expect((await visitor.get('/')).status).toBe(200);
      expect(performance.now() - askedAt).toBeLessThan(4_000);
      await wait(400);
    }
  } finally {
    released.resolve();
  }
  await Promise.all([holding, ...orders]);
});

test('a server that nobody may write to is no place for orders', async () => {
  const name = sql.id(new URL(store.databaseUrl).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(store.database());
  const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'corte-final/%'`;
  await endOthers.execute(store.database());
  const readiness = async () => (await openClient(store.url).get('/readyz')).json();
  await expect.poll(readiness).toEqual({ status: 'unavailable', reason: 'read_only' });
});
