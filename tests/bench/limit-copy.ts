import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { openClient } from '../support/calls/client.ts';
import { BUYER, pickProduct } from '../support/purchases/buy.ts';
import { openStoreDatabase } from '../support/store/store-database.ts';
import { inWhole, median } from './beside-bare.ts';
import { megabytesOf } from './limit-memory.ts';
import { startSeeded } from './lone-process.ts';
import { networkOf, post } from './orders.ts';

const CLIENTS = 16;
const ROUNDS = 4;
const SECONDS = 10;

/**
 * Orders with their payments at a store without a continuous copy, at one with ours, and, where `LITESTREAM` names that
 * program, at one whose file it copies. They take turns, and only the one whose turn it is has buyers.
 */
export async function compareCopies(): Promise<string[]> {
  const litestream = process.env['LITESTREAM'];
  const stores = [
    await open('none'),
    await open('ours'),
    ...(litestream ? [await open('litestream', litestream)] : []),
  ];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const store of stores) {
        const before = await store.processorMs();
        const sold = await sellFor(store.url, SECONDS);
        // The first round warms all of them up and does not count.
        if (round === 0) continue;
        store.rates.push(sold / SECONDS);
        store.costs.push(((await store.processorMs()) - before) / sold);
      }
    }
    const rows = stores.map(
      async ({ name, rates, costs, memory }) =>
        `| ${name} | ${inWhole(median(rates))} | ${median(costs).toFixed(2)} | ${await memory()} |`,
    );
    return [
      '| continuous copy | orders and payments a second | ms of processor time each | MB |',
      '|---|---:|---:|---:|',
      ...(await Promise.all(rows)),
    ];
  } finally {
    for (const store of stores) await store.stop();
  }
}

async function open(name: 'none' | 'ours' | 'litestream', program = '') {
  const store = await startSeeded(name === 'ours' ? switchOn : undefined);
  const copier = name === 'litestream' ? await startLitestream(program, store.folder) : null;
  const pids = [store.pid, ...(copier ? [copier.pid] : [])];
  return {
    name,
    url: store.url,
    rates: [] as number[],
    costs: [] as number[],
    /** Of the store, of what it started and ended, and of the program beside it. */
    async processorMs() {
      return (await Promise.all(pids.map(processorMsOf))).reduce((sum, ms) => sum + ms, 0);
    },
    memory: async () => (await Promise.all(pids.map(megabytesOf))).join(' + '),
    async stop() {
      await copier?.stop();
      await store.stop();
    },
  };
}

async function switchOn(file: string): Promise<void> {
  const books = openStoreDatabase(file);
  const value = JSON.stringify({ isContinuous: true });
  const row = { key: 'backups', value, updatedAt: new Date().toISOString(), updatedBy: 'bench' };
  await books.insertInto('settings').values(row).execute();
  await books.destroy();
}

async function startLitestream(program: string, folder: string) {
  const config = join(folder, 'litestream.yml');
  const replica = { path: join(folder, 'replica'), 'sync-interval': '8s' };
  await writeFile(config, JSON.stringify({ dbs: [{ path: join(folder, 'store.sqlite'), replicas: [replica] }] }));
  const child = spawn(program, ['replicate', '-config', config], { stdio: 'ignore' });
  await wait(2_000);
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

let ordered = 0;

async function sellFor(url: string, seconds: number): Promise<number> {
  const pool = new Pool(url, { connections: CLIENTS });
  const { id } = await pickProduct(openClient(url), ({ requiresActivation }) => !requiresActivation);
  const body = JSON.stringify({ ...BUYER, productId: id, paymentMethod: 'pix' });
  const until = performance.now() + seconds * 1_000;
  let sold = 0;
  const client = async () => {
    while (performance.now() < until) {
      ordered += 1;
      const headers = { 'x-forwarded-for': networkOf(ordered) };
      const { transactionId } = (await post(pool, '/api/payments/create', body, headers)) as PaymentCreated;
      await post(pool, `/api/sandbox/pix/${transactionId}/pay`);
      sold += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await pool.close();
  return sold;
}

export async function processorMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_MS;
}

const TICK_MS = 10;
