import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoStepBack, expectTrueBooks, runToEnd } from '../support/purchases/payment-books.ts';
import { anyStep, perform, type Step } from '../support/purchases/payment-steps.ts';
import { openWorlds } from '../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

type Moment = { alone: Step; atOnce: Step[] };

test('any events that happen at once leave the books equal to the bank’s state', async () => {
  expect.hasAssertions();
  const moment = fc.record({
    alone: anyStep,
    atOnce: fc.array(anyStep.filter(mayHappenBesideOthers), { minLength: 2, maxLength: 5 }),
  });
  const history = fc.array(moment, { minLength: 3, maxLength: 12, size: 'max' });
  const numRuns = Number(process.env['RUNS'] ?? 40);
  // A busy machine looks at fewer histories rather than take longer.
  await fc.assert(fc.asyncProperty(history, live), { numRuns, interruptAfterTimeLimit: numRuns * 750 });
});

/** The world has one process and one clock: its end, its time and the bank's next answer are nobody else's at once. */
function mayHappenBesideOthers(step: Step): boolean {
  if (step.do === 'round') return !step.dies;
  if (step.do === 'refund') return ['fine', 'pending'].includes(step.fate);
  return !['order', 'order_again', 'restart', 'wait', 'trouble'].includes(step.do);
}

async function live(moments: Moment[]): Promise<void> {
  const world = await worlds.begin();
  try {
    for (const { alone, atOnce } of moments) {
      await perform(world, alone);
      await Promise.all(atOnce.map((step) => perform(world, step)));
      await expectNoStepBack(world);
    }
    await runToEnd(world);
    await expectNoStepBack(world);
    await expectTrueBooks(world);
  } finally {
    await world.close();
  }
}
