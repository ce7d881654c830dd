import { runProgram } from './support/store/run-program.ts';

/**
 * Most mistakes show in types, the layers and the unit tests, side by side. The types of the pages' own templates take half a
 * minute more: `npm run check` has them.
 */
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project=sqlite'];
const exitCodes = await Promise.all([
  runProgram(['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], {}, 'types │ '),
  runProgram([...vitest, 'tests/unit', 'tests/architecture.test.ts'], {}, 'tests │ '),
]);
process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1;
