import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Figure } from './scale.ts';

export type Tally = { passed: number; failed: number; skipped: number };

export function addUp(tallies: Tally[]): Tally {
  const sumOf = (name: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[name], 0);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') };
}

/** A file that failed to load counts as a failed test. */
export async function readVitestReport(path: string, exitCode: number): Promise<Tally> {
  const report = VitestReport.safeParse(await readJson(path));
  if (!report.success) return UNREADABLE;
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report.data;
  const unloaded = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
  });
  const failed = numFailedTests + unloaded.length;
  return admitFailure({ passed: numPassedTests, failed, skipped: numPendingTests }, exitCode);
}

export type Outcome = { sentence: string; status: string; complaint: string; figures: Figure[] };

export async function readOutcomes(path: string): Promise<Outcome[]> {
  const report = OutcomeReport.safeParse(await readJson(path));
  if (!report.success) return [{ sentence: 'Vitest left no report.', status: 'failed', complaint: '', figures: [] }];
  return report.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const ran = assertionResults.filter((result) => ['passed', 'failed'].includes(result.status));
    const outcomes = ran.map(({ title, status: ending, failureMessages, meta }) => ({
      sentence: title,
      status: ending,
      complaint: failureMessages.join('\n'),
      figures: meta.figures ?? [],
    }));
    const isUnloaded = status === 'failed' && !outcomes.some((outcome) => outcome.status === 'failed');
    return isUnloaded ? [...outcomes, { sentence: name, status, complaint: message, figures: [] }] : outcomes;
  });
}

/** A test that passed on retry counts as passed; the runner lists it as flaky. */
export async function readPlaywrightReport(path: string, exitCode: number): Promise<Tally> {
  const report = PlaywrightReport.safeParse(await readJson(path));
  if (!report.success) return UNREADABLE;
  const { stats, errors } = report.data;
  const failed = stats.unexpected + errors.length;
  return admitFailure({ passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }, exitCode);
}

/** An unreadable report must fail. */
const UNREADABLE: Tally = { passed: 0, failed: 1, skipped: 0 };

/** A runner that failed without a failed test must fail. */
function admitFailure(tally: Tally, exitCode: number): Tally {
  return exitCode === 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
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
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const FigureReport = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.optional(z.literal('ms')),
  under: z.optional(z.number()),
});

const OutcomeReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
          meta: z.object({ figures: z.optional(z.array(FigureReport)) }),
        }),
      ),
    }),
  ),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});
