import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../support/architecture/source.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

test('the record of changes begins with what is not released, then the version of the package', async () => {
  const headings = [...(await read('CHANGELOG.md')).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.length).toBeGreaterThan(1);
  expect(headings[0]).toBe('[Unreleased]');
  expect(headings[1]).toMatch(new RegExp(`^\\[${packageJson.version.replaceAll('.', '\\.')}\\] - `));
  expect(headings.slice(1).filter((heading) => !RELEASE.test(heading ?? ''))).toEqual([]);
});

test('the lock file is of the same version, and asks for the same Node', async () => {
  const lock: { packages: Record<string, { version?: string; engines?: unknown }> } = JSON.parse(
    await read('package-lock.json'),
  );
  const { version, engines } = lock.packages[''] ?? {};
  expect({ version, engines }).toEqual({ version: packageJson.version, engines: packageJson.engines });
});

/** SemVer, and the day. */
const RELEASE = /^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/;
