import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/store/free-port.ts';
import { START_WORDS } from '../support/store/process.ts';
import { median } from './beside-bare.ts';
import { makeFolder, startUntilPage } from './lone-process.ts';

const ROUNDS = 7;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EMPTY = fileURLToPath(new URL('empty-app.ts', import.meta.url));

/** Measures up to the first page of a built and seeded store, beside an empty Express app, by node and by npm. */
export async function compareStarts(): Promise<string[]> {
  const port = await freePort();
  const { folder, settings, remove } = await makeFolder(port);
  const start = `exec '${process.execPath}' '${EMPTY}' ${port}`;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }));
  const byNpm = ['npm', 'start', '--silent'];
  const starts = {
    empty: { command: [process.execPath, EMPTY, String(port)], cwd: folder },
    store: { command: [process.execPath, ...START_WORDS], cwd: folder },
    emptyByNpm: { command: byNpm, cwd: folder },
    storeByNpm: { command: byNpm, cwd: ROOT },
  };
  const names = ['empty', 'store', 'emptyByNpm', 'storeByNpm'] as const;
  const times: Record<(typeof names)[number], number[]> = { empty: [], store: [], emptyByNpm: [], storeByNpm: [] };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of names) {
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
  const row = (what: string, name: keyof typeof times, emptyName: keyof typeof times) => {
    const ratio = median(times[name].map((ms, index) => ms / (times[emptyName][index] ?? Number.NaN)));
    return `| ${what} | ${median(times[name]).toFixed(0)} | ${ratio.toFixed(1)} |`;
  };
  return [
    '| from the command to the first page | ms | times the empty app |',
    '|---|---:|---:|',
    row('an empty Express app', 'empty', 'empty'),
    row("the store's process", 'store', 'empty'),
    row('`npm start` of an empty Express app', 'emptyByNpm', 'empty'),
    row('`npm start`', 'storeByNpm', 'empty'),
    row('`npm start`, beside that of the empty app', 'storeByNpm', 'emptyByNpm'),
  ];
}
