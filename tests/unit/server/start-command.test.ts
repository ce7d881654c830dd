import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { START_ENVIRONMENT, START_WORDS } from '../../support/store/process.ts';

const WORDS = START_WORDS.map((word) => word.replace(/^.*(?=src\/server\/)/, ''));

const ENVIRONMENT = Object.entries(START_ENVIRONMENT)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ');

test.each([
  ['src/server/start.sh', [`\n${ENVIRONMENT} exec node ${WORDS.join(' ')}\n`]],
  ['deploy/corte-final.service', [`Environment=${ENVIRONMENT}\n`, `.bin/node ${WORDS.join(' ')}\n`]],
  ['deploy/corte-final@.service', [`Environment=${ENVIRONMENT}\n`, `.bin/node ${WORDS.join(' ')}\n`]],
  ['Dockerfile', [`ENV ${ENVIRONMENT}\n`, `\nCMD ["node", ${WORDS.map((word) => JSON.stringify(word)).join(', ')}]`]],
])('%s starts the store with the same memory limits', async (file, lines) => {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
  for (const line of lines) expect(text).toContain(line);
});

describe('npm start', () => {
  const START = fileURLToPath(new URL('../../../src/server/start.sh', import.meta.url));
  let clone: string;

  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'clone-'));
    for (const file of FILES) await write(file);
    await copyFile(START, join(clone, 'src/server/start.sh'));
    await write('node_modules/node/bin/node', '#!/bin/sh\necho "$@"\n');
    await chmod(join(clone, 'node_modules/node/bin/node'), 0o700);
    await build();
  });
  afterEach(() => rm(clone, { recursive: true, force: true }));

  test('serves at once what was built from these files', () => {
    expect(programsRun()).toEqual(['src/server/main.mjs']);
  });

  test.each<[string, () => Promise<void>]>([
    ['a source has changed', () => write('src/server/main.mjs', 'changed')],
    ['a source has changed and kept its time', () => write('db/client.ts', 'changed', new Date(0))],
    ['the manual has changed', () => write('docs/manual/banco.md', 'changed')],
    ['a source is new', () => write('src/pages/new.astro')],
    ['a source is gone', () => rm(join(clone, 'src/pages/index.astro'))],
    ['other packages are wanted', () => write('package-lock.json', 'changed')],
    ['the packages are gone', () => rm(join(clone, 'node_modules/.package-lock.json'))],
    ['its Node is gone', () => rm(join(clone, 'node_modules/node'), { recursive: true })],
    ['nothing is built', () => rm(join(clone, 'dist'), { recursive: true })],
  ])('sets up first where %s', async (_what, change) => {
    const node = await readFile(join(clone, 'node_modules/node/bin/node'), 'utf8');
    await change();
    await write('bin/node', node);
    await chmod(join(clone, 'bin/node'), 0o700);
    expect(programsRun('bin')).toEqual(['src/server/setup.mjs', 'src/server/main.mjs']);
  });

  test('takes nothing that a store writes for a change', async () => {
    for (const file of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite.lock', 'outbox/1.eml'])
      await write(join('db', file));
    expect(programsRun()).toEqual(['src/server/main.mjs']);
  });

  async function write(file: string, text = '', modifiedAt?: Date) {
    const path = join(clone, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (modifiedAt) await utimes(path, modifiedAt, modifiedAt);
  }

  /** Waits for the next tick of the file system's clock. */
  async function build() {
    await write('dist/fingerprint');
    const { mtimeMs } = await stat(join(clone, 'dist/fingerprint'));
    await expect
      .poll(async () => {
        await write('dist/probe');
        return (await stat(join(clone, 'dist/probe'))).ctimeMs;
      })
      .toBeGreaterThan(mtimeMs);
  }

  function programsRun(folder = 'node_modules/node/bin'): string[] {
    const PATH = `${join(clone, folder)}:${process.env['PATH'] ?? ''}`;
    const printed = execFileSync('sh', ['src/server/start.sh'], { cwd: clone, env: { PATH }, encoding: 'utf8' });
    return printed
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1) ?? '');
  }
});

const FILES = [
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'CHANGELOG.md',
  'src/server/main.mjs',
  'src/pages/index.astro',
  'db/client.ts',
  'public/robots.txt',
  'docs/manual/banco.md',
  'node_modules/.package-lock.json',
];
