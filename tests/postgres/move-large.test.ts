import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moveFileToServer, moveServerToFile } from '#src/server/backup/move-store.ts';
import { login } from '../support/calls/client.ts';
import { differencesOf, EVERY_READ, readEverything } from '../support/calls/every-read.ts';
import { createDatabase } from '../support/postgres/postgres-databases.ts';
import { recordFigure, scaled } from '../support/scale.ts';
import { SHARED_SECRET } from '../support/shared-secret.ts';
import { fillShop, indexShop } from '../support/store/large-shop.ts';
import { startStoreProcess } from '../support/store/store.ts';
import { openStoreDatabase } from '../support/store/store-database.ts';

const SALES = scaled(300, 100_000);
const SIZE = {
  products: scaled(60, 200),
  customers: SALES / 2,
  purchases: SALES,
  keys: SALES,
  coupons: scaled(40, 100),
  affiliates: scaled(20, 50),
  audits: SALES,
};
/** The trail is sealed by a key that is encrypted. */
const KEYS = { SECRETS_KEY: '', SHARED_SECRET };

test(`a shop of ${SALES} sales answers every read as before once it is moved`, EVERY_READ, async ({ task }) => {
  const server = await createDatabase();
  const store = await startStoreProcess({ DATABASE_URL: 'file:store.sqlite', DEMO_DATA: 'false', LOG_LEVEL: 'warn' });
  const file = `file:${join(store.folder, 'store.sqlite')}`;
  await store.end();
  const books = openStoreDatabase(join(store.folder, 'store.sqlite'));
  await fillShop(books, SIZE);
  await indexShop(books);
  // The worker would ask the bank about them between the two reads.
  const failed = { status: 'FAILED', failureReason: 'expired' } as const;
  await books.updateTable('purchases').set(failed).where('status', '=', 'PENDING').execute();
  await books.destroy();
  await store.restart();
  const owner = await login(store);
  const before = await readEverything(owner);
  await store.end();

  const startedAt = performance.now();
  const { tables } = await moveFileToServer(file, server.url, KEYS);
  recordFigure(task, { name: 'move', value: Math.round(performance.now() - startedAt), unit: 'ms' });
  recordFigure(task, { name: 'rows', value: tables.reduce((sum, { rows }) => sum + rows, 0) });
  await store.restart({ DATABASE_URL: server.url });
  expect(differencesOf(await readEverything(owner), before)).toEqual([]);
  await store.end();

  const backAt = performance.now();
  await moveServerToFile(server.url, `${file}.back`, KEYS);
  recordFigure(task, { name: 'back', value: Math.round(performance.now() - backAt), unit: 'ms' });
  await store.stop();
  await server.leave();
});
