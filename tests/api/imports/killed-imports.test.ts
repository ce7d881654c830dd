import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { scaled } from '../../support/scale.ts';

const store = startStoreProcessForFile();
const KILLS = scaled(2, 20);
const LATEST_KILL_MS = scaled(200, 2_000);
const SALES = KILLS * scaled(750, 1_500);
const PATH = '/api/admin/imports';

/** Each kill comes at a moment of its own, of which most are in the middle of a batch. */
async function killUntil(id: string, state: StoreImport['state']): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await wait(randomInt(LATEST_KILL_MS));
    await store.kill();
    await store.restart();
  }
  const owner = await login(store);
  await expect.poll(async () => (await owner.get(`${PATH}/${id}`)).json<StoreImport>().state).toBe(state);
}

async function countAll() {
  const db = store.database();
  const tables = ['purchases', 'purchaseItems', 'activationKeys', 'customers', 'importedSales', 'products'] as const;
  const counts = await Promise.all(
    tables.map((name) =>
      db
        .selectFrom(name)
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  );
  const tallies = await db.selectFrom('tallies').selectAll().where('value', '<>', 0).orderBy('name').execute();
  return [counts.map(({ n }) => n), tallies.filter(({ name }) => !name.startsWith('audit:'))];
}

test(`an import, and its undoing, survive ${KILLS} kills each`, async () => {
  const before = await countAll();
  const owner = await login(store);
  const sent = await owner.fetch(PATH, { method: 'POST', body: fileForm(ownFile(SALES)) });
  const { id } = (await sent.json()) as StoreImport;
  await owner.post(`${PATH}/${id}/run`, { products: [] });

  await killUntil(id, 'done');

  const sold = await store
    .database()
    .selectFrom('importedSales')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(sold.n).toBe(SALES);
  expect((await (await login(store)).post(`${PATH}/${id}/undo`)).status).toBe(202);

  await killUntil(id, 'undone');
  expect(await countAll()).toEqual(before);
});
