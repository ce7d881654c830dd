import { expect, test } from 'vitest';
import { recordFigure, scaled } from '../support/scale.ts';
import { runChaos } from '../support/worlds/chaos.ts';

test('a minute of troubles by chance, of processes and database, some at once: what was acknowledged is kept, and once', {
  timeout: scaled(600_000, 7_200_000),
}, async ({ task, onTestFailed }) => {
  // The bench draws further seeds.
  const seed = scaled(23, Date.now() % 100_000);
  const told = [`npm run bench:chaos -- --seed=${seed}`];
  onTestFailed(() => console.error(told.join('\n')));
  const { ordered, paid, refunded, lost, reverted, mails } = await runChaos({
    seed,
    seconds: scaled(60, 600),
    buyers: scaled(4, 16),
    lookAroundMs: scaled(200, 0),
    tell: (line) => told.push(line),
  });

  // A letter of a process that was killed may come twice: nobody can know whether it had left.
  expect({ lost, reverted, missing: mails.missing }).toEqual({ lost: 0, reverted: 0, missing: 0 });
  for (const [name, value] of Object.entries({ ordered, paid, refunded })) recordFigure(task, { name, value });
});
