import { keepTemporaryFilesInMemory } from './support/store/memory-folder.ts';
import { runProgram } from './support/store/run-program.ts';

/** Far more worlds than `npm test` has, for a night; FIRST_WORLD begins at another one. */
await keepTemporaryFilesInMemory();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts'];
const worlds = (project: string, count: string) =>
  runProgram(
    [...vitest, `--project=${project}`, 'tests/unit/random-worlds.both.test.ts'],
    { WORLDS: count },
    `${project} │ `,
  );
const exitCodes = await Promise.all([worlds('sqlite', '2000'), worlds('postgres', '200')]);
process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1;
