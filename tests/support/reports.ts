import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** How many tests ended well and how many did not. What was skipped is neither. */
export type Tally = { passed: number; failed: number };

export function addUp(tallies: Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** A file that could not be loaded has no tests, and counts as one that failed. */
export async function readVitestReport(path: string, exitCode: number): Promise<Tally> {
  const report = VitestReport.safeParse(await readJson(path));
  if (!report.success) return UNREADABLE;
  const { numPassedTests, numFailedTests, testResults } = report.data;
  const unloaded = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
  });
  return admitFailure({ passed: numPassedTests, failed: numFailedTests + unloaded.length }, exitCode);
}

/** A test that passed only when it was tried again counts as failed. */
export async function readPlaywrightReport(path: string, exitCode: number): Promise<Tally> {
  const report = PlaywrightReport.safeParse(await readJson(path));
  if (!report.success) return UNREADABLE;
  const { stats, errors } = report.data;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return admitFailure({ passed: stats.expected, failed }, exitCode);
}

/** Nobody knows what such a run did: it must not be overlooked. */
const UNREADABLE: Tally = { passed: 0, failed: 1 };

/** A runner that failed without naming a test must not be overlooked. */
function admitFailure({ passed, failed }: Tally, exitCode: number): Tally {
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});
