import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addUp, readPlaywrightReport, readVitestReport, type Tally } from './support/reports.ts';
import { keepTemporaryFilesInMemory } from './support/store/memory-folder.ts';
import { runProgram } from './support/store/run-program.ts';
import { makeTemplates, TEMPLATES } from './support/store/store-template.ts';

/** Playwright would translate every file anew in each run's own temporary folder. */
const TRANSLATED = fileURLToPath(new URL('../node_modules/.cache/playwright', import.meta.url));

/**
 * Runs every test, the browser's beside the others, and says the sum in its last line. `npm test -- checkout` runs the files
 * whose path has that word, `npm test -- -t 'a coupon'` the tests whose sentence has it.
 */
const { filters, sentence } = readArguments(process.argv.slice(2));
await keepTemporaryFilesInMemory();
const folder = await mkdtemp(join(tmpdir(), 'reports-'));
const templates = await makeTemplates();
const environment = { [TEMPLATES]: templates.folder };
const tallies = await Promise.all([
  runVitest(join(folder, 'vitest.json')),
  runPlaywright(join(folder, 'browser.json')),
]);
await Promise.all([templates.remove(), rm(folder, { recursive: true })]);

const { passed, failed, skipped, complaints } = addUp(tallies);
// Once more, where a reader of the log looks first.
for (const complaint of complaints) console.error(`\n${complaint}`);
if (passed + failed === 0) console.error('No test was executed.');
// Vitest calls a test skipped, too, that the sentence does not choose.
if (skipped > 0 && !sentence) console.log(`${skipped} skipped: CONTRIBUTING.md says under "Tests" what they need`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

function readArguments(given: string[]): { filters: string[]; sentence: string | undefined } {
  const position = given.findIndex((argument) => ['-t', '-g', '--grep', '--testNamePattern'].includes(argument));
  if (position < 0) return { filters: given, sentence: undefined };
  return { filters: given.toSpliced(position, 2), sentence: given[position + 1] };
}

async function runVitest(report: string): Promise<Tally> {
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--passWithNoTests'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runProgram(
    [...program, ...reporters, ...(sentence ? ['-t', sentence] : []), ...filters],
    environment,
    'server  │ ',
  );
  return readVitestReport(report, exitCode);
}

async function runPlaywright(report: string): Promise<Tally> {
  const program = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const options = ['--pass-with-no-tests', '--reporter=list,json', ...(sentence ? ['-g', sentence] : [])];
  const exitCode = await runProgram(
    [...program, ...options, ...filters],
    { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_TRANSFORM_CACHE_DIR: TRANSLATED },
    'browser │ ',
  );
  return readPlaywrightReport(report, exitCode);
}
