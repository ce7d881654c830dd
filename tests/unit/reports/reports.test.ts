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

function playwrightReport(stats: Record<string, number>, rest: object = {}): object {
  return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors: [], suites: [], ...rest };
}

describe('the sum of a test run', () => {
  it('adds the counts of both runners, and repeats what failed or needed a second try', async () => {
    const failing = { title: 'adds', status: 'failed', failureMessages: ['3 is not 4'], meta: {} };
    const file = { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failing] };
    const vitest = await write({ numPassedTests: 5, numPendingTests: 6, testResults: [file] });
    const first = await readVitestReport(vitest, 1);
    const walk = (status: string, message: string) => ({
      title: message,
      file: 'b.spec.ts',
      tests: [{ status, projectName: 'phone', results: [{ errors: [{ message: `${message} broke` }] }] }],
    });
    const inner = { specs: [walk('flaky', 'pays')] };
    const suites = [{ specs: [walk('unexpected', 'opens'), walk('expected', 'closes')], suites: [inner] }];
    const playwright = await write(playwrightReport({ expected: 3, unexpected: 1, flaky: 1, skipped: 4 }, { suites }));
    const second = await readPlaywrightReport(playwright, 1);

    expect(addUp([first, second])).toEqual({
      passed: 9,
      failed: 2,
      skipped: 10,
      complaints: [
        'adds\n3 is not 4',
        'unexpected: [phone] b.spec.ts › opens\nopens broke',
        'flaky: [phone] b.spec.ts › pays\npays broke',
      ],
    });
  });

  it('counts a file that could not be loaded as a failed test', async () => {
    const broken = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
    const report = await write({ numPassedTests: 5, numPendingTests: 0, testResults: [broken] });

    const complaints = ['a.test.ts\nno such module'];
    expect(await readVitestReport(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0, complaints });
  });

  it('counts a test that passed on retry in CI as passed, and an error outside tests as failed', async () => {
    const stats = { expected: 3, flaky: 1 };
    const flaky = await readPlaywrightReport(await write(playwrightReport(stats)), 0);
    const errors = [{ message: 'broken off' }];
    const brokenOff = await readPlaywrightReport(await write(playwrightReport(stats, { errors })), 1);

    expect(flaky).toEqual({ passed: 4, failed: 0, skipped: 0, complaints: [] });
    expect(brokenOff).toEqual({ passed: 4, failed: 1, skipped: 0, complaints: ['broken off'] });
  });

  it.each(['', '{', '{}', 'null'])('fails when the report of a runner is %j', async (text) => {
    const report = await write(text);

    expect(await readVitestReport(report, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(await readPlaywrightReport(report, 139)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('fails when a runner failed for a reason that no test reports', async () => {
    const report = await write({ numPassedTests: 5, numPendingTests: 0, testResults: [] });

    expect(await readVitestReport(report, 1)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  });
});
