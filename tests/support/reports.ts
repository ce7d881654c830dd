import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Figure } from './scale.ts';

/** The complaints are of tests that failed, or passed at their second try. */
export type Tally = { passed: number; failed: number; skipped: number; complaints: string[] };

export function addUp(tallies: Tally[]): Tally {
  const sumOf = (name: 'passed' | 'failed' | 'skipped') => tallies.reduce((sum, tally) => sum + tally[name], 0);
  const complaints = tallies.flatMap((tally) => tally.complaints);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped'), complaints };
}

/** A file that failed to load counts as a failed test. */
export async function readVitestReport(path: string, exitCode: number): Promise<Tally> {
  const report = VitestReport.safeParse(await readJson(path));
  if (!report.success) return UNREADABLE;
  const { numPassedTests, numPendingTests, testResults } = report.data;
  const failed = listOutcomes(testResults).filter(({ status }) => status === 'failed');
  const complaints = failed.map(({ sentence, complaint }) => `${sentence}\n${complaint}`);
  const tally = { passed: numPassedTests, failed: failed.length, skipped: numPendingTests, complaints };
  return admitFailure(tally, exitCode);
}

export type Outcome = { sentence: string; status: string; complaint: string; figures: Figure[] };

export async function readOutcomes(path: string): Promise<Outcome[]> {
  const report = OutcomeReport.safeParse(await readJson(path));
  if (!report.success) return [{ sentence: 'Vitest left no report.', status: 'failed', complaint: '', figures: [] }];
  return listOutcomes(report.data.testResults);
}

function listOutcomes(files: z.infer<typeof OutcomeReport>['testResults']): Outcome[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
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
  const { stats, errors, suites } = report.data;
  const failed = stats.unexpected + errors.length;
  const complaints = [...suites.flatMap(complaintsOf), ...errors.map(({ message }) => message)];
  const tally = { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, complaints };
  return admitFailure(tally, exitCode);
}

function complaintsOf({ specs, suites = [] }: WalkSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ status, projectName, results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message }) => message));
        return [`${status}: [${projectName}] ${file} › ${title}`, ...errors].join('\n');
      }),
  );
  return [...own, ...suites.flatMap(complaintsOf)];
}

/** An unreadable report must fail. */
const UNREADABLE: Tally = { passed: 0, failed: 1, skipped: 0, complaints: ['A runner left no report.'] };

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

const VitestReport = z.extend(OutcomeReport, { numPassedTests: z.number(), numPendingTests: z.number() });

const Complaint = z.object({ message: z._default(z.string(), '') });

const WalkSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          projectName: z.string(),
          results: z.array(z.object({ errors: z.array(Complaint) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(WalkSuite));
  },
});
type WalkSuite = z.infer<typeof WalkSuite>;

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(Complaint),
  suites: z.array(WalkSuite),
});
