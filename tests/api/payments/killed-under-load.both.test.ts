import { expect, test } from 'vitest';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { killUnderLoad, sandboxSide } from '../../support/store/kill-under-load.ts';
import { expectNothingLostOrTwice } from '../../support/worlds/expect-nothing-lost.ts';

const store = startStoreProcessForFile({ LOG_LEVEL: 'error' });

test('a store killed while sixteen buyers order and pay loses nothing acknowledged and sells no key twice', {
  timeout: scaled(600_000, 7_200_000),
}, async ({ task }) => {
  const { acknowledged, lost, reverted, returnsMs } = await killUnderLoad(store, {
    kills: scaled(3, 100),
    buyers: 16,
    withinMs: scaled(25_000, Number.POSITIVE_INFINITY),
  });
  expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
  expect(acknowledged.paid.size).toBeGreaterThan(0);
  await expectNothingLostOrTwice(store, await sandboxSide(store));
  const { ordered, paid, refunded } = acknowledged;
  for (const [name, { size }] of Object.entries({ ordered, paid, refunded })) recordFigure(task, { name, value: size });
  recordFigure(task, { name: 'kills', value: returnsMs.length });
  recordFigure(task, { name: 'longest return', value: Math.max(...returnsMs), unit: 'ms', under: 5_000 });
});
