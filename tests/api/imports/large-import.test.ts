import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { networkOf } from '../../bench/orders.ts';
import { loginForFile, openClientForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { order, pickProduct } from '../../support/purchases/buy.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const store = startStoreProcessForFile({ UNPAID_PER_ADDRESS: '100000', TRUST_PROXY: '1' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);
const LINES = scaled(3_000, 100_000);
const PATH = '/api/admin/imports';
const QUIET_MS = scaled(2_000, 30_000);

let orders = 0;
let productId = '';

test(`${LINES} lines come in while the shop answers`, async ({ task }) => {
  // Whoever writes the file meanwhile answers nobody, and measures the time.
  const form = fileForm(ownFile(LINES));
  ({ id: productId } = await pickProduct(visitor));
  const quiet = await latencies(() => wait(QUIET_MS));
  const startedAt = performance.now();
  let id = '';
  const busy = await latencies(async () => {
    const sent = await owner.fetch(PATH, { method: 'POST', body: form });
    ({ id } = (await sent.json()) as StoreImport);
    await owner.post(`${PATH}/${id}/run`, { products: [] });
    while ((await owner.get(`${PATH}/${id}`)).json<StoreImport>().state !== 'done') await wait(200);
  });
  const tookMs = performance.now() - startedAt;

  const { n } = await store
    .database()
    .selectFrom('importedSales')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(LINES);
  recordFigure(task, { name: 'import', value: Math.round(tookMs), unit: 'ms', under: 60_000 });
  for (const what of ['storefront', 'order'] as const) {
    const times = Math.round((busy[what] / quiet[what]) * 10) / 10;
    recordFigure(task, { name: `p95 of ${what} beside a quiet shop`, value: times, under: 2 });
  }
});

/** The 95th percentiles of the storefront's answers, and of one buyer's orders, until `work` ends. */
async function latencies(work: () => Promise<void>): Promise<{ storefront: number; order: number }> {
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const p95 = async (pauseMs: number, send: () => Promise<{ status: number }>) => {
    const times: number[] = [];
    while (!isOver) {
      const at = performance.now();
      expect((await send()).status).toBe(200);
      times.push(performance.now() - at);
      await wait(pauseMs);
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  };
  const [storefront, ofOrders] = await Promise.all([
    p95(20, () => visitor.get('/')),
    p95(300, () =>
      order(visitor, { productId }, { 'x-forwarded-for': networkOf(++orders), 'idempotency-key': `order-${orders}` }),
    ),
    working,
  ]);
  return { storefront, order: ofOrders };
}
