import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { scaled } from './support/scale.ts';

/** Runs on both engines; what only PostgreSQL has is in `tests/postgres`. */
const ON_BOTH_ENGINES = 'tests/{unit,api}/**/*.both.test.ts';

/** Without a memory of former runs the longest text comes first; of these a short one takes long, and would end alone. */
const LONG = /random-worlds|many-connections|killed-|bank-switch|races/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    pool: 'forks',
    // No module of ours keeps a state of its own, so the files of one worker load each of them once: a fifth less processor time.
    isolate: false,
    // Two cores, and the browser's tests beside these: none is idle with four, and each more would load all modules once more.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Nobody waits longer for what is there: these are for a machine that is busy with something else.
    testTimeout: scaled(600_000, 1_800_000),
    hookTimeout: scaled(600_000, 1_800_000),
    teardownTimeout: 60_000,
    expect: { requireAssertions: true, poll: { timeout: scaled(240_000, 600_000) } },
    allowOnly: !process.env['CI'],
    // A test that passes at its second try is a fault to mend: CI marks it with `retry x1`, and loses no change by it.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/{unit,api,contract}/**/*.test.ts', 'tests/architecture.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/postgres/**/*.test.ts', ON_BOTH_ENGINES],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: fileURLToPath(new URL('support/postgres/postgres-project.ts', import.meta.url)),
        },
      },
    ],
  },
});
