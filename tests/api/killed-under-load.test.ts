import { afterAll, beforeAll, expect, test } from 'vitest';
import { killUnderLoad, sandboxSide } from '../support/kill-under-load.ts';
import { expectNothingLostOrTwice } from '../support/killed-books.ts';
import { type Store, startStore } from '../support/store.ts';

let store: Store;

beforeAll(async () => {
  store = await startStore({ LOG_LEVEL: 'error' });
});
afterAll(() => store.stop());

// `npm run bench:kill-under-load` does the same a hundred times.
test('a store that is killed while sixteen buyers order and pay loses nothing that it said yes to, and sells no key twice', {
  timeout: 240_000,
}, async () => {
  const { acknowledged, lost, reverted } = await killUnderLoad(store, { kills: 5, buyers: 16, withinMs: 25_000 });
  expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
  expect(acknowledged.paid.size).toBeGreaterThan(0);
  await expectNothingLostOrTwice(store, await sandboxSide(store));
});
