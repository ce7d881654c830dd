import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/{unit,api,contract}/**/*.test.ts', 'tests/architecture.test.ts'],
    pool: 'forks',
    // Each API file starts a store of its own: more than two at once only wait for each other on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    expect: { requireAssertions: true },
    allowOnly: !process.env['CI'],
  },
});
