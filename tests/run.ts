import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addUp, readPlaywrightReport, readVitestReport, type Tally } from './support/reports.ts';

/**
 * Runs every test, the browser's included, and says the sum in its last line. `npm test -- checkout` runs the files whose
 * path has that word, `npm test -- -t 'a coupon'` the tests whose sentence has it.
 */
/** All that is asked for is on this machine, and no proxy leads back to it. */
const NO_PROXIES = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'node_use_env_proxy'].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);
const { filters, sentence } = readArguments(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), 'reports-'));
const tallies = [await runVitest(join(folder, 'vitest.json')), await runPlaywright(join(folder, 'playwright.json'))];
await rm(folder, { recursive: true });

const { passed, failed } = addUp(tallies);
if (passed + failed === 0) console.error('No test was executed.');
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
  const exitCode = await run([...program, ...reporters, ...(sentence ? ['-t', sentence] : []), ...filters]);
  return readVitestReport(report, exitCode);
}

async function runPlaywright(report: string): Promise<Tally> {
  const program = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const options = ['--pass-with-no-tests', '--reporter=list,json', ...(sentence ? ['-g', sentence] : [])];
  const exitCode = await run([...program, ...options, ...filters], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return readPlaywrightReport(report, exitCode);
}

/** Answers the exit code; a program that was ended by a signal counts as failed. */
function run(program: string[], environment: Record<string, string> = {}): Promise<number> {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const env = { ...process.env, ...NO_PROXIES, ...environment };
  const child = spawn(process.execPath, program, { cwd, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
