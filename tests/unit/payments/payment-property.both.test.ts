import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { expectNoStepBack, expectTrueBooks, runToEnd } from '../../support/purchases/payment-books.ts';
import { anyStep, perform, type Step } from '../../support/purchases/payment-steps.ts';
import { openWorlds } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

/** PostgreSQL has other dangers, of what happens at once: `payments-at-once` and the random worlds look for them there. */
const numRuns = Number(process.env['RUNS'] ?? (isOnPostgres() ? 15 : 50));
// A busy machine looks at fewer histories rather than take longer.
const longestMs = Math.max(30_000, numRuns * 250);

// A failure prints its seed and path: given to `fc.assert`, they bring the same history back. RUNS asks for more of them.
test('any sequence of events leaves the books equal to the bank’s state', { timeout: longestMs * 5 }, async () => {
  expect.hasAssertions();
  const history = fc.array(anyStep, { minLength: 4, maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(history, live), { numRuns, interruptAfterTimeLimit: longestMs });
});

const ORDER = { do: 'order', products: ['with-keys'], coupon: true, fate: 'fine' } as const;
const PAY = { do: 'pay', at: 0, sum: 'full' } as const;
const DISPUTE = { do: 'bank', at: 0, act: 'dispute' } as const;
const WON = { do: 'bank', at: 0, act: 'dispute_won' } as const;
const LOST = { do: 'bank', at: 0, act: 'dispute_lost' } as const;
const NOTICE = { do: 'notify', at: 0, times: 1, isRepeated: false } as const;
const ROUND = { do: 'round', dies: false } as const;

test.each<[string, Step[]]>([
  [
    'a payment that came and was returned before a poll is no difference',
    [ORDER, PAY, { do: 'bank', at: 0, act: 'give_back' }, NOTICE, ROUND, { do: 'compare' }],
  ],
  [
    'a refund requested during a dispute that never reached the bank waits for the dispute to end',
    [
      ORDER,
      PAY,
      NOTICE,
      ROUND,
      DISPUTE,
      { do: 'refund', at: 0, fate: 'died_before' },
      NOTICE,
      { do: 'wait', ms: 20_000 },
    ],
  ],
  [
    'a refused refund does not stop polling after a dispute, which is then lost',
    [ORDER, PAY, NOTICE, ROUND, DISPUTE, NOTICE, ROUND, { do: 'refund', at: 0, fate: 'refused' }, LOST],
  ],
  [
    'a dispute won while a refund is refused ends, and the key works again',
    [
      ORDER,
      PAY,
      NOTICE,
      ROUND,
      { do: 'refund', at: 0, fate: 'pending' },
      DISPUTE,
      NOTICE,
      ROUND,
      WON,
      { do: 'finish_refund', at: 0, state: 'refused' },
      NOTICE,
      ROUND,
    ],
  ],
  [
    'a coupon hold that was freed before the payment is not freed again by the refund',
    [ORDER, { do: 'wait', ms: 3 * 60 * 60 * 1000 }, ROUND, PAY, NOTICE, ROUND, { do: 'refund', at: 0, fate: 'fine' }],
  ],
])('%s', async (_name, steps) => {
  expect.hasAssertions();
  await live(steps);
});

/** Lets all of it happen, and everything run out after it. */
async function live(steps: Step[]): Promise<void> {
  const world = await worlds.begin();
  try {
    for (const step of steps) {
      await perform(world, step);
      await expectNoStepBack(world);
    }
    await runToEnd(world);
    await expectNoStepBack(world);
    await expectTrueBooks(world);
  } finally {
    await world.close();
  }
}
