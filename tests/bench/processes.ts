/**
 * Orders with their payment on one PostgreSQL, by one, two and three processes, with the time of a network added to each
 * of the database's answers: for many products, for one product, and with one coupon. The shape of the curve counts, not
 * its figures: store, database and buyers share the cores of this machine.
 *
 *   npm run bench:processes
 *   npm run bench:processes -- --network-ms=0 --clients=16 --seconds=10
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Pool } from 'undici';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { openClient } from '../support/calls/client.ts';
import { makeCluster } from '../support/postgres/postgres.ts';
import { BUYER } from '../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';
import { delayConnection } from './delayed-connection.ts';
import { networkOf, post } from './orders.ts';

const { values } = parseArgs({
  options: {
    'network-ms': { type: 'string', default: '3' },
    clients: { type: 'string', default: '48' },
    seconds: { type: 'string', default: '10' },
  },
});
const [networkMs, clientsEach, seconds] = [values['network-ms'], values.clients, values.seconds].map(Number) as [
  number,
  number,
  number,
];

const COUPON = 'MEDIDO10';

let ordered = 0;

type Order = { productId: string; couponCode?: string };

const cluster = await makeCluster();
await cluster.start();
const server = new URL(cluster.url);
const network = await delayConnection(Number(server.port), networkMs);
const address = new URL(cluster.url);
address.port = String(network.port);

console.log(
  `Load of the machine before: ${loadavg()[0]?.toFixed(1)}; ${networkMs} ms a trip, ${clientsEach} buyers a process`,
);
console.log('| processes | orders with payment a second | one product | one coupon |');
console.log('|---:|---:|---:|---:|');
const stores: Store[] = [];
try {
  for (let count = 1; count <= 3; count += 1) {
    stores.push(await startStoreProcess(settingsOf(count)));
    const [first] = stores;
    if (!first) throw new Error('No store was started.');
    if (count === 1) await insertCoupon(first);
    const products = (await openClient(first.url).get('/api/public/products')).json<PublicProduct[]>();
    const ids = products.filter(({ requiresActivation }) => !requiresActivation).map(({ id }) => id);
    const [one = ''] = ids;
    const rates = [
      await ratePerSecond((at) => ({ productId: ids[at % ids.length] ?? one })),
      await ratePerSecond(() => ({ productId: one })),
      await ratePerSecond((at) => ({ productId: ids[at % ids.length] ?? one, couponCode: COUPON })),
    ];
    console.log(`| ${count} | ${rates.map((rate) => rate.toFixed(0)).join(' | ')} |`);
  }
  console.log(`Deadlocks: ${await countDeadlocks(stores)}`);
} finally {
  for (const store of stores.toReversed()) await store.stop();
  network.close();
  await cluster.remove();
}

function settingsOf(process: number): Record<string, string> {
  return {
    DATABASE_URL: address.href,
    DATABASE_POOL: '20',
    DEMO_DATA: process === 1 ? 'true' : 'false',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    UNPAID_PER_ADDRESS: '100000',
  };
}

async function insertCoupon(store: Store): Promise<void> {
  const at = new Date().toISOString();
  await sql`insert into coupons (id, code, name, description, type, "discountHundredths", used, "validFrom", "validTo",
    "isActive", "createdAt", "updatedAt") values ('measured', ${COUPON}, 'Medido', '', 'PERCENT', 1000, 0, '2020-01-01',
    '2040-01-01', 1, ${at}, ${at})`.execute(store.database());
}

async function countDeadlocks([first]: Store[]): Promise<number> {
  if (!first) return 0;
  const counted = sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return (await counted.execute(first.database())).rows[0]?.deadlocks ?? 0;
}

async function ratePerSecond(orderOf: (at: number) => Order): Promise<number> {
  const pools = stores.map(({ url }) => new Pool(url, { connections: clientsEach }));
  let isOver = false;
  let settled = 0;
  const buy = async (pool: Pool) => {
    while (!isOver) {
      ordered += 1;
      const headers = { 'x-forwarded-for': networkOf(ordered), 'idempotency-key': `order-${ordered}` };
      const body = JSON.stringify({ ...BUYER, ...orderOf(ordered), paymentMethod: 'pix' });
      const { transactionId } = (await post(pool, '/api/payments/create', body, headers)) as PaymentCreated;
      await post(pool, `/api/sandbox/pix/${transactionId}/pay`);
      settled += 1;
    }
  };
  const buyers = pools.flatMap((pool) => Array.from({ length: clientsEach }, () => buy(pool)));
  // The first two seconds warm up, and do not count.
  await wait(2_000);
  const before = settled;
  const startedAt = performance.now();
  await wait(seconds * 1_000);
  const rate = ((settled - before) * 1_000) / (performance.now() - startedAt);
  isOver = true;
  await Promise.all(buyers);
  await Promise.all(pools.map((pool) => pool.close()));
  return rate;
}
