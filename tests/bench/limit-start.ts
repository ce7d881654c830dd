import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { START_WORDS } from '../support/process.ts';
import { median } from './beside-bare.ts';
import { makeFolder, startUntilPage } from './lone-process.ts';

const ROUNDS = 7;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EMPTY = fileURLToPath(new URL('empty-app.ts', import.meta.url));

/** From the command to the first page of a store that is built and seeded, beside an empty Express app. */
export async function compareStarts(): Promise<string[]> {
  const port = await freePort();
  const { folder, settings, remove } = await makeFolder(port);
  const starts = {
    empty: { command: [process.execPath, EMPTY, String(port)], cwd: folder },
    store: { command: [process.execPath, ...START_WORDS], cwd: folder },
    npm: { command: ['npm', 'start', '--silent'], cwd: ROOT },
  };
  const times = { empty: [] as number[], store: [] as number[], npm: [] as number[] };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['empty', 'store', 'npm'] as const) {
        const { command, cwd } = starts[name];
        const { ms, stop } = await startUntilPage(command, { port, cwd, env: settings });
        await stop();
        // The first round seeds the store and does not count.
        if (round > 0) times[name].push(ms);
      }
    }
  } finally {
    await remove();
  }
  const row = (what: string, name: keyof typeof times) => {
    const ratio = median(times[name].map((ms, index) => ms / (times.empty[index] ?? Number.NaN)));
    return `| ${what} | ${median(times[name]).toFixed(0)} | ${ratio.toFixed(1)} |`;
  };
  return [
    '| from the command to the first page | ms | times the empty app |',
    '|---|---:|---:|',
    row('an empty Express app', 'empty'),
    row("the store's process", 'store'),
    row('`npm start`', 'npm'),
  ];
}
