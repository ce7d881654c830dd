import { expect, test } from 'vitest';
import { yieldWhileBusy } from '#src/domain/yield-to-event-loop.ts';

test('what takes several turns of the event loop goes on in each, until it has ended', async () => {
  let turns = 0;
  const work = () => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    turns += 1;
    if (turns < 5) setImmediate(work);
  };
  setImmediate(work);
  await yieldWhileBusy();
  expect(turns).toBe(5);
});

test('what never ends does not hold up the work', async () => {
  let isEnded = false;
  let turns = 0;
  const work = () => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    turns += 1;
    if (!isEnded) setImmediate(work);
  };
  setImmediate(work);
  await yieldWhileBusy();
  isEnded = true;
  expect(turns).toBeLessThan(10);
});
