/**
 * How long the process of a store with 100,000 sales can answer nobody, for each of the owner's heavy calls. The goal is less
 * than 500 ms. `--rows 20000` fills a smaller one.
 *
 *   npm run bench:event-loop
 */
import { parseArgs } from 'node:util';
import { type Client, login } from '../support/calls/client.ts';
import { longestDelayMs } from '../support/calls/event-loop-delay.ts';
import { fillShop, indexShop } from '../support/store/large-shop.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';

const GOAL_MS = 500;
const READS = [
  'purchases',
  'customers',
  'activation-keys',
  'affiliate-sales/all',
  'purchases/export.csv',
  'customers/export.csv',
  'activation-keys/export.csv',
  'purchases/export.csv?q=ana',
  'customers/export.csv?q=silva',
  'dashboard-stats',
  'analytics',
  'analytics?from=2020-01-01&to=2099-12-31',
  'purchases?q=a',
  'purchases?page=9000',
  'customers?q=an&sort=totalSpent',
  'activation-keys?q=a&sort=product',
  'audit?page=9000',
];

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const store = await openLargeStore(Number(values.rows));
try {
  const owner = await login(store);
  console.log('| call | held the process for (ms) |\n|---|---:|');
  const slow: string[] = [];
  for (const [name, act] of callsOf(owner)) {
    const heldMs = Math.round(await longestDelayMs(store, act));
    console.log(`| ${name} | ${heldMs} |`);
    if (heldMs >= GOAL_MS) slow.push(name);
  }
  console.log(slow.length === 0 ? `\nAll under ${GOAL_MS} ms.` : `\n${GOAL_MS} ms or more: ${slow.join('; ')}`);
  process.exitCode = slow.length === 0 ? 0 : 1;
} finally {
  await store.stop();
}

function callsOf(owner: Client): [name: string, act: () => Promise<unknown>][] {
  const keys = Array.from({ length: 10_000 }, (_, turn) => `NOVA-${turn}`).join('\n');
  return [
    ...READS.map((path): [string, () => Promise<unknown>] => [path, () => read(owner, path)]),
    ['import of 10,000 keys', () => owner.post('/api/admin/activation-keys/bulk', { productId: 'product-1', keys })],
    ...[1, 2, 3, 4, 5].map((turn): [string, () => Promise<unknown>] => [
      `erasure of a customer, ${turn}`,
      () => owner.delete(`/api/admin/customers/customer-${turn}`),
    ]),
  ];
}

async function read(owner: Client, path: string): Promise<void> {
  const response = await owner.fetch(`/api/admin/${path}`);
  await response.arrayBuffer();
}

async function openLargeStore(rows: number): Promise<Store> {
  const opened = await startStoreProcess({ DEMO_DATA: 'false', LOG_LEVEL: 'warn' });
  // The shop is filled while nobody serves, so that neither waits for the other.
  await opened.kill();
  const started = performance.now();
  const counts = { customers: rows / 2, purchases: rows, keys: rows, audits: rows };
  await fillShop(opened.database(), { products: 200, coupons: 1_000, affiliates: 200, ...counts });
  await indexShop(opened.database());
  console.error(`${rows} purchases filled in ${Math.round((performance.now() - started) / 1000)} s.`);
  await opened.restart();
  return opened;
}
