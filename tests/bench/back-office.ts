/**
 * How a back-office with 100,000 sales compares with one with 100: the same calls on two running stores, in turn, in one run.
 * The goal is a ratio of at most 2 for each page of each list and for the dashboard. `--large 20000` fills a smaller one,
 * `--only 'q=silva|dashboard'` measures the calls whose name matches, `--postgres` on a PostgreSQL of its own.
 *
 *   npm run bench:back-office
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { type Client, login, openClient } from '../support/calls/client.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres/postgres.ts';
import { fillDesk } from '../support/store/busy-shop.ts';
import { fillShop, indexShop, type ShopSize } from '../support/store/large-shop.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';
import { type Call, listCalls, otherCalls } from './back-office-calls.ts';

const ROUNDS = 31;
const WARM_UP_ROUNDS = 4;
const GOAL = 2;
const QUIET_MS = 8_000;

const { values } = parseArgs({
  options: {
    large: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    postgres: { type: 'boolean', default: false },
  },
});
const cluster = values.postgres ? await startCluster() : undefined;
const small = await openShop(100);
const large = await openShop(Number(values.large));
try {
  const machine = [cpus()[0]?.model ?? 'unknown processor', `${cpus().length} cores`, `Node ${process.version}`];
  const engine = values.postgres ? 'PostgreSQL' : 'SQLite';
  console.log(`${[...machine, engine, `load ${loadavg()[0]?.toFixed(1)}`].join(', ')}\n`);
  console.log(`| rows | ${Object.keys(small.size).join(' | ')} |\n|---|${'---:|'.repeat(7)}`);
  for (const { size } of [small, large]) console.log(`| | ${Object.values(size).map(thousands).join(' | ')} |`);
  const slow = await compare(listCalls, GOAL);
  await compare(otherCalls, Number.POSITIVE_INFINITY);
  console.log(slow.length === 0 ? `\nAll within ${GOAL}x.` : `\nBeyond ${GOAL}x: ${slow.join('; ')}`);
  process.exitCode = slow.length === 0 ? 0 : 1;
} finally {
  await Promise.all([small.store.stop(), large.store.stop()]);
  await cluster?.remove();
}

async function startCluster(): Promise<PostgresCluster> {
  const started = await makeCluster();
  await started.start();
  return started;
}

async function createDatabaseFor(rows: number): Promise<Record<string, string>> {
  if (!cluster) return {};
  const name = `shop_${rows}`;
  const client = new pg.Client(cluster.url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { DATABASE_URL: Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href };
}

type Shop = { store: Store; size: ShopSize; owner: Client };

async function openShop(rows: number): Promise<Shop> {
  const size = sizeOf(rows);
  const store = await startStoreProcess({ DEMO_DATA: 'false', LOG_LEVEL: 'warn', ...(await createDatabaseFor(rows)) });
  // The shop is filled while nobody serves, so that neither waits for the other.
  await store.kill();
  const started = performance.now();
  await fillShop(store.database(), size);
  await fillDesk(store.database(), size);
  await indexShop(store.database());
  console.error(`${thousands(rows)} purchases filled in ${Math.round((performance.now() - started) / 1000)} s.`);
  await store.restart();
  await settle(store);
  return { store, size, owner: await login(store, openClient(store.url)) };
}

/** The worker asks the bank about each open purchase first, and keeps the sums of past days. */
async function settle(store: Store): Promise<void> {
  const progress = sql<{ progress: string }>`SELECT coalesce(max(id), 0) || ' ' || (SELECT count(*) FROM "reportParts")
    || ' ' || (SELECT count(*) FROM "changedHours") AS progress FROM "purchaseEvents"`;
  let before: string | undefined;
  let now: string | undefined = '';
  while (now !== before) {
    before = now;
    await wait(QUIET_MS);
    now = (await progress.execute(store.database())).rows[0]?.progress;
  }
}

function sizeOf(rows: number): ShopSize {
  const isSmall = rows <= 100;
  return {
    products: isSmall ? 100 : 200,
    customers: isSmall ? rows : rows / 2,
    purchases: rows,
    keys: rows,
    coupons: isSmall ? 100 : 1_000,
    affiliates: isSmall ? 50 : 200,
    audits: rows,
  };
}

/** Prints a table, and answers the calls whose ratio is beyond the goal. */
async function compare(calls: Call[], goal: number): Promise<string[]> {
  console.log(
    `\n| call | 100, ms | ${thousands(large.size.purchases)}, ms | ratio | p95, ms |\n|---|---:|---:|---:|---:|`,
  );
  const slow: string[] = [];
  for (const call of calls.filter(({ name }) => new RegExp(values.only).test(name))) {
    const paths = { small: await call.path(small), large: await call.path(large) };
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const spelled = (path: string) => call.respell?.(path, round) ?? path;
      if (call.isAfterChange) await Promise.all([change(small), change(large)]);
      const ofSmall = await measure(small.owner, spelled(paths.small));
      const ofLarge = await measure(large.owner, spelled(paths.large));
      if (round < WARM_UP_ROUNDS) continue;
      times.small.push(ofSmall);
      times.large.push(ofLarge);
    }
    const [few, many, worst] = [quantile(times.small, 0.5), quantile(times.large, 0.5), quantile(times.large, 0.95)];
    const ratio = many / few;
    if (ratio > goal) slow.push(`${call.name} ${ratio.toFixed(2)}`);
    console.log(
      `| ${call.name} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio.toFixed(2)} | ${worst.toFixed(1)} |`,
    );
  }
  return slow;
}

function change({ store }: Shop): Promise<unknown> {
  return sql`UPDATE products SET downloads = downloads + 1 WHERE id = 'product-0'`.execute(store.database());
}

/** Measures from the first byte asked to the last byte read, in milliseconds. */
async function measure(owner: Client, path: string): Promise<number> {
  const started = performance.now();
  const response = await owner.get(path);
  const took = performance.now() - started;
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${response.text.slice(0, 200)}`);
  return took;
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
