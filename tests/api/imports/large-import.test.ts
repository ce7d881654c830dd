import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { loginForFile, openClientForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const store = startStoreProcessForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);
const LINES = scaled(3_000, 100_000);
const PATH = '/api/admin/imports';

test(`${LINES} lines come in while the shop answers`, async ({ task }) => {
  // Whoever writes the file meanwhile answers nobody, and measures the time.
  const form = fileForm(ownFile(LINES));
  const quiet = await latencies(() => Promise.resolve(), 2_000);
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
  recordFigure(task, { name: 'p95 beside a quiet shop', value: Math.round((busy / quiet) * 10) / 10, under: 2 });
});

/** The 95th percentile of the storefront's responses until `work` ends, or for so long. */
async function latencies(work: () => Promise<void>, atLeastMs = 0): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  const working = Promise.all([work(), wait(atLeastMs)]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const at = performance.now();
    expect((await visitor.get('/')).status).toBe(200);
    times.push(performance.now() - at);
    await wait(20);
  }
  await working;
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}
