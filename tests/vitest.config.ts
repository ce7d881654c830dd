import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/{unit,api,contract}/**/*.test.ts', 'tests/architecture.test.ts'],
    pool: 'forks',
    // Each API file starts a store of its own: more than two at once only wait for each other on two cores.
    maxWorkers: 2,
    // Nobody waits longer for what is there: these are for a machine that is busy with something else.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    allowOnly: !process.env['CI'],
  },
});
