/**
 * Ten hooks hear of 1,000 sales a minute, and one of them never answers: how late the others are told, how much slower
 * orders become, and what waits for the one that hangs.
 *
 *   npm run bench:hooks
 *   npm run bench:hooks -- --seconds=60 --sales=1000
 *   npm run bench:hooks -- --postgres
 */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import type { SentEvent } from '#src/wire/hooks/hook-events.ts';
import type { Hook } from '#src/wire/hooks/hooks.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { listenAnywhere } from '../support/banks/http.ts';
import { openClient } from '../support/calls/client.ts';
import { makeCluster } from '../support/postgres/postgres.ts';
import { BUYER } from '../support/purchases/buy.ts';
import { ORDINARY, startStoreProcess } from '../support/store/store.ts';
import { networkOf, post } from './orders.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    sales: { type: 'string', default: '1000' },
    postgres: { type: 'boolean', default: false },
  },
});
const [seconds, salesAMinute] = [Number(values.seconds), Number(values.sales)];
const HOOKS = 10;

const delays: number[] = [];
const receiver = createServer((request, response) => {
  if (request.url === '/hangs') return;
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { createdAt }: SentEvent = JSON.parse(body);
    delays.push(Date.now() - Date.parse(createdAt));
    response.writeHead(204).end();
  });
});
const url = await listenAnywhere(receiver);
const cluster = values.postgres ? await makeCluster() : undefined;
await cluster?.start();
const store = await startStoreProcess({
  ...(cluster && { DATABASE_URL: cluster.url }),
  ...{ HOOKS_ALLOW_PRIVATE: 'true', TRUST_PROXY: '1', LOG_LEVEL: 'error' },
});
const pool = new Pool(store.url, { connections: 16 });
let at = 0;

try {
  const before = await sell();
  const owner = openClient(store.url);
  await owner.post('/api/auth/login', { email: ORDINARY.ADMIN_EMAIL, password: ORDINARY.ADMIN_PASSWORD });
  for (let hook = 0; hook < HOOKS; hook += 1) {
    const target = hook === 0 ? '/hangs' : `/hook-${hook}`;
    const typed = { kind: 'standard', description: target, url: url + target, events: ['sale.paid'] };
    await owner.post('/api/admin/hooks', typed);
  }
  const during = await sell();
  await wait(10_000);
  delays.sort((one, other) => one - other);
  const [hanging] = (await owner.get('/api/admin/hooks')).json<Hook[]>();
  console.log('| hooks | sales | ms of an order with its payment, median | p95 |');
  console.log('|---:|---:|---:|---:|');
  console.log(`| none | ${before.length} | ${percentile(before, 0.5)} | ${percentile(before, 0.95)} |`);
  console.log(`| ${HOOKS} | ${during.length} | ${percentile(during, 0.5)} | ${percentile(during, 0.95)} |`);
  const told = `${delays.length} of ${during.length * (HOOKS - 1)} told`;
  console.log(`${told}: median ${percentile(delays, 0.5)} ms, p95 ${percentile(delays, 0.95)} ms after the event`);
  console.log(`${hanging?.waiting} wait for the one that hangs`);
} finally {
  await pool.close();
  await store.stop();
  await cluster?.remove();
  receiver.closeAllConnections();
  receiver.close();
}

/** Returns what each took, the fastest first. */
async function sell(): Promise<number[]> {
  const took: number[] = [];
  const selling: Promise<void>[] = [];
  const end = Date.now() + seconds * 1_000;
  for (let next = Date.now(); next < end; next += 60_000 / salesAMinute) {
    await wait(Math.max(0, next - Date.now()));
    selling.push(sellOne().then((ms) => void took.push(ms)));
  }
  await Promise.all(selling);
  return took.toSorted((one, other) => one - other);
}

async function sellOne(): Promise<number> {
  const startedAt = performance.now();
  at += 1;
  const from = { 'x-forwarded-for': networkOf(at) };
  const order = JSON.stringify({ ...BUYER, paymentMethod: 'pix', productId: 'transita' });
  const { transactionId } = (await post(pool, '/api/payments/create', order, from)) as PaymentCreated;
  await post(pool, `/api/sandbox/pix/${transactionId}/pay`, '{}', from);
  return performance.now() - startedAt;
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}
