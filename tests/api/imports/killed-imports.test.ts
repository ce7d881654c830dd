import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { scaled } from '../../support/scale.ts';

const store = startStoreProcessForFile();
const KILLS = scaled(3, 20);
const SALES = KILLS * 1_500;
const PATH = '/api/admin/imports';

async function killUntil(id: string, state: StoreImport['state']): Promise<number> {
  let kills = 0;
  for (;;) {
    const owner: Client = await login(store);
    const deadline = Date.now() + 60_000;
    for (;;) {
      const shown = (await owner.get(`${PATH}/${id}`)).json<StoreImport>();
      if (shown.state === state) return kills;
      if (kills < KILLS && shown.progress.done > (kills * SALES) / (KILLS + 1)) break;
      expect(Date.now()).toBeLessThan(deadline);
      await wait(10);
    }
    await store.kill();
    kills += 1;
    await store.restart();
  }
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

  expect(await killUntil(id, 'done')).toBeGreaterThan(0);

  const sold = await store
    .database()
    .selectFrom('importedSales')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(sold.n).toBe(SALES);
  expect((await (await login(store)).post(`${PATH}/${id}/undo`)).status).toBe(202);

  expect(await killUntil(id, 'undone')).toBeGreaterThan(0);
  expect(await countAll()).toEqual(before);
}, 240_000);
