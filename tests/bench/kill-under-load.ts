/**
 * Kills the store's process a hundred times at random moments while sixteen buyers order and pay, and counts what is missing
 * of all that the store had said yes to. The number of kills can be given.
 *
 *   npm run bench:kill-under-load
 *   npm run bench:kill-under-load -- 20
 */

import { killUnderLoad, sandboxSide } from '../support/store/kill-under-load.ts';
import { startStoreProcess } from '../support/store/store.ts';
import { expectNothingLostOrTwice } from '../support/worlds/expect-nothing-lost.ts';

const kills = Number(process.argv[2] ?? 100);
const store = await startStoreProcess({ LOG_LEVEL: 'error' });
try {
  const { acknowledged, lost, returnsMs, reverted } = await killUnderLoad(store, {
    kills,
    buyers: 16,
    withinMs: Number.POSITIVE_INFINITY,
    lookAroundMs: 0,
  });
  await expectNothingLostOrTwice(store, await sandboxSide(store));
  const { ordered, paid, refunded } = acknowledged;
  const sorted = returnsMs.toSorted((one, other) => one - other);
  const seconds = (at: number) =>
    `${((sorted[Math.floor(at * (sorted.length - 1))] ?? Number.NaN) / 1000).toFixed(1)} s`;
  console.log('| kills | ordered | paid | refunded | lost | reverted | up again: median | longest |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
  console.log(
    `| ${kills} | ${ordered.size} | ${paid.size} | ${refunded.size} | ${lost} | ${reverted} | ${seconds(0.5)} | ${seconds(1)} |`,
  );
  if (lost + reverted > 0) process.exitCode = 1;
} finally {
  await store.stop();
}
