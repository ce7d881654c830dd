import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUp, readPlaywrightReport, readVitestReport } from '../../support/reports.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(report: unknown): Promise<string> {
  const path = join(folder, 'report.json');
  await writeFile(path, typeof report === 'string' ? report : JSON.stringify(report));
  return path;
}

describe('the sum of a test run', () => {
  it('adds the counts of both runners', async () => {
    const vitest = await write({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 6, testResults: [] });
    const first = await readVitestReport(vitest, 1);
    const playwright = await write({ stats: { expected: 3, unexpected: 2, flaky: 0, skipped: 4 }, errors: [] });
    const second = await readPlaywrightReport(playwright, 1);

    expect(addUp([first, second])).toEqual({ passed: 8, failed: 3, skipped: 10 });
  });

  it('counts a file that could not be loaded as a failed test', async () => {
    const broken = { status: 'failed', assertionResults: [] };
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    const report = await write({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [broken, failing],
    });

    expect(await readVitestReport(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 });
  });

  it('counts a test that passed on retry in CI as passed, and an error outside tests as failed', async () => {
    const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 };
    const flaky = await readPlaywrightReport(await write({ stats, errors: [] }), 0);
    const brokenOff = await readPlaywrightReport(await write({ stats, errors: [{ message: 'broken off' }] }), 1);

    expect(flaky).toEqual({ passed: 4, failed: 0, skipped: 0 });
    expect(brokenOff).toEqual({ passed: 4, failed: 1, skipped: 0 });
  });

  it.each(['', '{', '{}', 'null'])('fails when the report of a runner is %j', async (text) => {
    const report = await write(text);

    expect(await readVitestReport(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(await readPlaywrightReport(report, 139)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('fails when a runner failed for a reason that no test reports', async () => {
    const report = await write({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, testResults: [] });

    expect(await readVitestReport(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  });
});
