import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { BUYER } from '../support/purchases/buy.ts';
import { startSeeded } from './lone-process.ts';

const VISITORS = 16;
const BUYERS = 4;
const REST_MS = 5_000;
const LOOK_MS = 500;
const LOOKS_OF_CURVE = 60;

/** The proportional set size of the store's process at rest, under visitors and buyers without a pause, and after them. */
export async function measureMemory(loadSeconds: number): Promise<string[]> {
  const { url, pid, stop } = await startSeeded();
  const pool = new Pool(url, { connections: VISITORS + BUYERS });
  try {
    await wait(REST_MS);
    const atRest = await megabytesOf(pid);
    let highest = atRest;
    const curve: number[] = [];
    const until = performance.now() + loadSeconds * 1_000;
    const products = (await read(pool, '/api/public/products')) as PublicProduct[];
    const loads = [
      ...Array.from({ length: VISITORS }, () => visit(pool, products, until)),
      ...Array.from({ length: BUYERS }, (_, at) => buyOn(pool, products, { until, at })),
    ];
    const watch = (async () => {
      for (let look = 1; performance.now() < until; look += 1) {
        await wait(LOOK_MS);
        const megabytes = await megabytesOf(pid);
        highest = Math.max(highest, megabytes);
        if (look % LOOKS_OF_CURVE === 0) curve.push(megabytes);
      }
    })();
    const answered = (await Promise.all(loads)).reduce((sum, count) => sum + count, 0);
    await watch;
    const atEnd = await megabytesOf(pid);
    await wait(REST_MS);
    return [
      `| memory (PSS), ${loadSeconds} s of load, ${answered.toLocaleString('en-US')} answers | MB |`,
      '|---|---:|',
      `| at rest after a start | ${atRest} |`,
      `| the highest under load | ${highest} |`,
      `| after each ${(LOOK_MS * LOOKS_OF_CURVE) / 1_000} s | ${curve.join(', ')} |`,
      `| at the load's end | ${atEnd} |`,
      `| ${REST_MS / 1_000} s later | ${await megabytesOf(pid)} |`,
    ];
  } finally {
    await pool.close();
    await stop();
  }
}

async function visit(pool: Pool, products: PublicProduct[], until: number): Promise<number> {
  let answered = 0;
  while (performance.now() < until) {
    const { id = '' } = products[answered % products.length] ?? {};
    for (const path of ['/', '/api/public/products', `/api/public/products/${id}`, `/checkout/${id}`, '/login']) {
      await pool.request({ method: 'GET', path, headers: { 'accept-encoding': 'br' } }).then(({ body }) => body.dump());
      answered += 1;
    }
  }
  return answered;
}

async function buyOn(
  pool: Pool,
  products: PublicProduct[],
  { until, at }: { until: number; at: number },
): Promise<number> {
  let answered = 0;
  while (performance.now() < until) {
    const { id = '' } = products[answered % products.length] ?? {};
    const network = `10.${at}.${(answered >> 8) & 255}.${answered & 255}`;
    const created = (await send(pool, '/api/payments/create', network, {
      ...BUYER,
      productId: id,
      paymentMethod: 'pix',
    })) as PaymentCreated;
    await send(pool, `/api/sandbox/pix/${created.transactionId}/pay`, network);
    answered += 2;
  }
  return answered;
}

async function read(pool: Pool, path: string): Promise<unknown> {
  const { body } = await pool.request({ method: 'GET', path });
  return body.json();
}

async function send(pool: Pool, path: string, network: string, body?: object): Promise<unknown> {
  const { statusCode, body: response } = await pool.request({
    method: 'POST',
    path,
    headers: { 'x-forwarded-for': network, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (statusCode !== 200) throw new Error(`${path} answered with ${statusCode}: ${text}`);
  return JSON.parse(text);
}

/** Each shared page counts by the part of those who share it. */
export async function megabytesOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(rollup) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
