import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Pool } from 'undici';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { openClient } from '../support/calls/client.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres/postgres.ts';
import { BUYER, pickProduct } from '../support/purchases/buy.ts';
import { SHARED_SECRET } from '../support/shared-secret.ts';
import { freePort } from '../support/store/free-port.ts';
import { START_ENVIRONMENT, START_WORDS } from '../support/store/process.ts';
import { processorMsOf } from './limit-copy.ts';
import { makeFolder, startUntilPage } from './lone-process.ts';
import { networkOf, post } from './orders.ts';

const CLIENTS = 8;
const WARM_UP = 400;
const PAIRS = 600;
/** By then the last receipts are sent, and what the worker does by itself is behind. */
const QUIET_MS = 3_000;

/**
 * What an order with its payment and receipt costs, each of another buyer: figures that depend less on the machine than rates.
 * The statements are those that the server counts, without begin and commit.
 */
export async function measureCost(): Promise<string[]> {
  const cluster = await makeCluster({ shared_preload_libraries: 'pg_stat_statements' });
  await cluster.start();
  try {
    const file = await measureStore({});
    const server = await openServer(cluster);
    const shared = await measureStore({ DATABASE_URL: cluster.url, SHARED_SECRET }, server);
    await server.close();
    return [
      '| of one order with its payment | ms of processor time: store | database | statements | WAL, kB |',
      '|---|---:|---:|---:|---:|',
      `| with a file | ${file.storeMs.toFixed(2)} | | | |`,
      `| with PostgreSQL | ${[shared.storeMs, shared.serverMs].map((ms) => ms.toFixed(2)).join(' | ')} | ${shared.statements.toFixed(1)} | ${shared.logKb.toFixed(1)} |`,
    ];
  } finally {
    await cluster.remove();
  }
}

type Server = Awaited<ReturnType<typeof openServer>>;

async function openServer({ url }: PostgresCluster) {
  const client = new Client(url);
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const [pid] = (await readFile(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    async read() {
      const counted = await client.query<{ statements: string; logBytes: string }>(`select
        (select sum(calls) from pg_stat_statements) as statements,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as "logBytes"`);
      const [row] = counted.rows;
      return {
        statements: Number(row?.statements),
        logBytes: Number(row?.logBytes),
        serverMs: await processorMsBelow(Number(pid)),
      };
    },
    close: () => client.end(),
  };
}

async function measureStore(more: Record<string, string>, server?: Server) {
  const port = await freePort();
  const { folder, settings, remove } = await makeFolder(port);
  const env = { ...START_ENVIRONMENT, ...settings, FILES_DIR: join(folder, 'files'), ...more };
  const store = await startUntilPage([process.execPath, ...START_WORDS], { port, cwd: folder, env });
  try {
    const url = `http://127.0.0.1:${port}`;
    await sell(url, WARM_UP);
    const read = async () => ({ storeMs: await processorMsOf(store.pid), ...(await (server?.read() ?? NO_SERVER)) });
    const before = await read();
    await sell(url, PAIRS);
    const after = await read();
    const each = (name: keyof typeof before) => (after[name] - before[name]) / PAIRS;
    const [storeMs, serverMs, statements] = [each('storeMs'), each('serverMs'), each('statements')];
    return { storeMs, serverMs, statements, logKb: each('logBytes') / 1024 };
  } finally {
    await store.stop();
    await remove();
  }
}

const NO_SERVER = { statements: 0, logBytes: 0, serverMs: 0 };

let ordered = 0;

async function sell(url: string, count: number): Promise<void> {
  const pool = new Pool(url, { connections: CLIENTS });
  const { id } = await pickProduct(openClient(url), ({ requiresActivation }) => !requiresActivation);
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      ordered += 1;
      const buyer = { ...BUYER, customerEmail: `comprador${ordered}@exemplo.com.br` };
      const headers = { 'x-forwarded-for': networkOf(ordered), 'idempotency-key': `order-${ordered}` };
      const body = JSON.stringify({ ...buyer, productId: id, paymentMethod: 'pix' });
      const { transactionId } = (await post(pool, '/api/payments/create', body, headers)) as PaymentCreated;
      await post(pool, `/api/sandbox/pix/${transactionId}/pay`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await pool.close();
  await wait(QUIET_MS);
}

async function processorMsBelow(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const each = pids.map(async (pid) => {
    // A process may end meanwhile.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return status.includes(`\nPPid:\t${parent}\n`) ? processorMsOf(pid) : 0;
  });
  return (await Promise.all(each)).reduce((sum, ms) => sum + ms, 0);
}
