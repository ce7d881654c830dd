import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/architecture/source.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { buy, order } from '../../support/purchases/buy.ts';
import { freePort } from '../../support/store/free-port.ts';

const TOKEN = 'a-token-of-the-operator-0123456789';
const BEARER = { headers: { authorization: `Bearer ${TOKEN}` } };

let samples: Map<string, number>;
let text: string;
let purchaseId: string;

const store = startStoreForFile({ METRICS_TOKEN: TOKEN });

beforeAll(async () => {
  const visitor = openClient(store.url);
  const purchase = await buy(visitor, { productId: 'onda-audio', customerEmail: 'zuleica@exemplo.com.br' });
  purchaseId = purchase.id;
  await order(visitor, { productId: 'nobody-knows-it' });
  await visitor.get(`/purchase/success/${purchaseId}`);
  await visitor.get('/an/address/that/somebody/invented');
  text = (await send(store.url, '/metrics', BEARER)).text;
  samples = readSamples(text);
});

test('machines that have the token read the health of the shop', async () => {
  expect((await send(store.url, '/api/health')).status).toBe(401);
  const answer = await send(store.url, '/api/health', BEARER);
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    200,
    {
      isReady: true,
      reason: null,
      term: expect.any(Number),
      waitingMs: { webhooks: null },
      processes: [{ hasWorker: true }],
    },
  ]);
});

describe('the address of the metrics', () => {
  test('asks for the token', async () => {
    for (const authorization of ['', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
      const answer = await send(store.url, '/metrics', { headers: { authorization } });
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
    expect((await send(store.url, '/metrics', BEARER)).headers['content-type']).toMatch(
      /^text\/plain; version=0\.0\.4/,
    );
  });

  test('is on a port of its own where one is set, and the shop does not know it', async () => {
    const port = String(await freePort());
    await store.restart({ METRICS_TOKEN: '', METRICS_PORT: port });
    const own = `http://127.0.0.1:${port}`;
    expect(readSamples((await send(own, '/metrics')).text).get('store_orders_total{outcome="charged"}')).toBe(0);
    expect((await send(own, '/')).status).toBe(404);
    const [asked, unknown] = await Promise.all(
      ['/metrics', '/metrica'].map((path) => send(store.url, path, { headers: { accept: 'text/html' } })),
    );
    expect([asked?.status, asked?.headers['content-type']]).toEqual([404, unknown?.headers['content-type']]);
    expect((await send(store.url, '/api/health', BEARER)).status).toBe(404);
  });
});

describe('the figures', () => {
  test('follow an order from the request to its key', () => {
    expect(samples.get('store_orders_total{outcome="charged"}')).toBe(1);
    expect(samples.get('store_orders_total{outcome="refused"}')).toBe(1);
    expect(samples.get('store_http_requests_total{group="orders",status="404"}')).toBe(1);
    expect(samples.get('store_bank_calls_total{call="create",outcome="created"}')).toBe(1);
    expect(samples.get('store_bank_call_duration_seconds_count{call="create"}')).toBe(1);
    expect(samples.get('store_settle_delay_seconds_count')).toBe(1);
    expect(samples.get('store_queue_oldest_seconds{queue="inbox"}')).toBe(0);
    // A buyer of the demo shop waits for a key.
    expect(samples.get('store_queue_oldest_seconds{queue="keys"}')).toBeGreaterThan(0);
    expect(samples.get('store_disk_free_bytes')).toBeGreaterThan(0);
  });

  test('tell who leads, in which term, and how many processes there are', () => {
    expect(samples.get('store_leader_term')).toBeGreaterThan(0);
    expect(['store_leader', 'store_processes'].map((name) => samples.get(name))).toEqual([1, 1]);
    expect(text).toContain('# TYPE store_transaction_repeats_total counter');
  });

  test('name no address, no id and nobody', () => {
    for (const secret of [purchaseId, purchaseId.slice(0, 6), 'zuleica', 'onda-audio', 'invented', TOKEN]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the files of deploy/', () => {
  test('ask for what a running store tells', async () => {
    const { groups }: Rules = parse(await readFile(join(ROOT, 'deploy/alerts.yaml'), 'utf8'));
    const { panels }: Dashboard = JSON.parse(await readFile(join(ROOT, 'deploy/grafana.json'), 'utf8'));
    const rules = groups.flatMap((group) => group.rules);
    const asked = [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
    const told = new Set([...samples.keys()].map((key) => key.replace(/\{.*/, '')));
    const ofTheOtherEngine = isOnPostgres() ? 'store_sqlite_busy_total' : 'store_database_pool_connections';
    const unknown = new Set(asked.flatMap(metricsIn).filter((name) => !told.has(name)));

    expect(rules).toHaveLength(8);
    expect(rules.filter(({ annotations }) => annotations.description.length < 100)).toEqual([]);
    // Here is no replica.
    expect([...unknown].toSorted()).toEqual([ofTheOtherEngine, 'store_replication_lag_seconds', 'up'].toSorted());
  });
});

type Rules = { groups: { rules: { expr: string; annotations: { description: string } }[] }[] };
type Dashboard = { panels: { targets?: { expr: string }[] }[] };

/** The names that are left of an expression without its labels, texts, times and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'by'].includes(name));
}

function readSamples(exposed: string): Map<string, number> {
  const lines = exposed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
