import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { openClient } from '../support/calls/client.ts';
import { BUYER, pickProduct } from '../support/purchases/buy.ts';
import { freePort } from '../support/store/free-port.ts';
import { startStoreProcess } from '../support/store/store.ts';
import { inWhole, median } from './beside-bare.ts';
import { networkOf, post } from './orders.ts';

const CLIENTS = 16;
const ROUNDS = 4;
/** All that is ordered and not paid stays below what the store takes for a flood. */
const ORDERS = 350;

/** `POST /api/payments/create`, alone and with its payment, beside a bare server that writes one row for each order. */
export async function compareOrders(): Promise<string[]> {
  const store = await startStoreProcess({ LOG_LEVEL: 'warn', UNPAID_PER_ADDRESS: '100000', TRUST_PROXY: '1' });
  const limit = await startLimit();
  const shop = new Pool(store.url, { connections: CLIENTS });
  const bare = new Pool(limit.url, { connections: CLIENTS });
  try {
    const { id } = await pickProduct(openClient(store.url), ({ requiresActivation }) => !requiresActivation);
    const body = JSON.stringify({ ...BUYER, productId: id, paymentMethod: 'pix' });
    await store.database().updateTable('products').set({ allowsQuantity: 1 }).where('id', '=', id).execute();
    const bodyOfFive = JSON.stringify({ ...BUYER, productId: id, paymentMethod: 'pix', quantity: 5 });
    const create = async (at: number, ordered = body) => {
      const headers = { 'x-forwarded-for': networkOf(at), 'idempotency-key': `order-${at}` };
      return (await post(shop, '/api/payments/create', ordered, headers)) as PaymentCreated;
    };
    const works = {
      insert: (at: number) => post(bare, '/', body, { 'idempotency-key': `order-${at}` }),
      create: (at: number) => create(at),
      createFive: (at: number) => create(at, bodyOfFive),
      createAndSettle: async (at: number) => {
        const { transactionId } = await create(at);
        await post(shop, `/api/sandbox/pix/${transactionId}/pay`);
      },
    };
    const rates: Record<keyof typeof works, number[]> = { insert: [], create: [], createFive: [], createAndSettle: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['insert', 'create', 'createFive', 'createAndSettle'] as const) {
        const rate = await ratePerSecond(works[name]);
        // The first round warms all of them up and does not count.
        if (round > 0) rates[name].push(rate);
      }
    }
    const ofLimit = (one: number[]) => median(one.map((rate, index) => rate / (rates.insert[index] ?? Number.NaN)));
    return [
      `| ${CLIENTS} clients | a second | of the limit |`,
      '|---|---:|---:|',
      `| one row each by a bare server | ${inWhole(median(rates.insert))} | 1 |`,
      `| create | ${inWhole(median(rates.create))} | ${ofLimit(rates.create).toFixed(3)} |`,
      `| create, five licenses | ${inWhole(median(rates.createFive))} | ${ofLimit(rates.createFive).toFixed(3)} |`,
      `| create and settle | ${inWhole(median(rates.createAndSettle))} | ${ofLimit(rates.createAndSettle).toFixed(3)} |`,
    ];
  } finally {
    await Promise.all([shop.close(), bare.close()]);
    await limit.stop();
    await store.stop();
  }
}

let ordered = 0;

async function ratePerSecond(work: (at: number) => Promise<unknown>): Promise<number> {
  let left = ORDERS;
  const startedAt = performance.now();
  const client = async () => {
    while (left > 0) {
      left -= 1;
      ordered += 1;
      await work(ordered);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (ORDERS * 1_000) / (performance.now() - startedAt);
}

async function startLimit() {
  const folder = await mkdtemp(join(tmpdir(), 'limit-'));
  const port = await freePort();
  const child = fork(new URL('order-server.ts', import.meta.url), [String(port), join(folder, 'orders.sqlite')]);
  await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
