import { beforeAll, expect, test } from 'vitest';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { longestDelayMs } from '../../support/calls/event-loop-delay.ts';
import { fillShop, indexShop } from '../../support/store/large-shop.ts';

/** The whole run, with 100,000 sales, is `npm run bench:event-loop`. */
const ROWS = 4_000;
const LIMIT_MS = 500;

const store = startStoreProcessForFile({ DEMO_DATA: 'false', LOG_LEVEL: 'warn' });
let owner: Client;

beforeAll(async () => {
  await store.kill();
  const rows = { customers: ROWS / 2, purchases: ROWS, keys: ROWS, audits: ROWS };
  await fillShop(store.database(), { products: 100, coupons: 100, affiliates: 50, ...rows });
  await indexShop(store.database());
  await store.restart();
  owner = await login(store);
});

async function read(path: string): Promise<void> {
  const response = await owner.fetch(`/api/admin/${path}`);
  expect(response.status, path).toBe(200);
  await response.arrayBuffer();
}

/** The least of at most twelve: what a busy machine adds is left out. */
async function leastHold(act: (turn: number) => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 1; turn <= 12 && least >= LIMIT_MS; turn += 1) {
    least = Math.min(least, await longestDelayMs(store, () => act(turn)));
  }
  return least;
}

test.each([
  'purchases',
  'customers',
  'activation-keys',
  'affiliate-sales/all',
  'purchases/export.csv',
  'customers/export.csv',
  'activation-keys/export.csv',
  'analytics?from=2020-01-01&to=2099-12-31',
  'purchases?q=a&page=2',
])('GET %s does not block the event loop', async (path) => {
  expect(await leastHold(() => read(path))).toBeLessThan(LIMIT_MS);
});

test('erasing a customer does not block the event loop', async () => {
  const erase = async (turn: number) =>
    expect((await owner.delete(`/api/admin/customers/customer-${turn}`)).status).toBe(200);
  expect(await leastHold(erase)).toBeLessThan(LIMIT_MS);
});
