import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('../../../src/server', import.meta.url));

/** Stands for npm and for Astro: each run says when it begins and ends, and installs what the lock file asks for. */
const TOOL = `#!/usr/bin/env node
const { appendFileSync, copyFileSync, mkdirSync, rmSync } = require('node:fs');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--')).join(' ');
appendFileSync('runs', words + ' begins\\n');
setTimeout(() => {
  mkdirSync('node_modules/node/bin', { recursive: true });
  if (words === 'build') rmSync('dist/client', { recursive: true, force: true });
  mkdirSync('dist', { recursive: true });
  copyFileSync('node_modules/.bin/npm', 'node_modules/node/bin/node');
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  appendFileSync('runs', words + ' ends\\n');
}, 300);
`;

const SOURCES = [
  'astro.config.mjs',
  'tsconfig.json',
  'CHANGELOG.md',
  'db/client.ts',
  'public/robots.txt',
  'docs/manual/banco.md',
];

describe('the set-up', () => {
  let clone: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    clone = join(await mkdtemp(join(tmpdir(), 'clone-')), 'next');
    await write('package-lock.json', JSON.stringify({ packages: { 'node_modules/express': { version: '5.0.0' } } }));
    for (const file of SOURCES) await write(file);
    for (const file of [
      'setup.mjs',
      'build/setup-lock.mjs',
      'build/fingerprint.mjs',
      'build/former-assets.mjs',
      'build/switch.mjs',
    ])
      await copyFile(join(SERVER, file), await pathFor(`src/server/${file}`));
    for (const tool of ['npm', 'astro']) {
      await write(`node_modules/.bin/${tool}`, TOOL);
      await chmod(join(clone, `node_modules/.bin/${tool}`), 0o700);
    }
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(dirname(clone), { recursive: true, force: true });
  });

  test('runs once where two commands begin at the same time', async () => {
    const endings = await Promise.all([setUp(), setUp()].map(ending));
    expect(endings.map(({ code }) => code)).toEqual([0, 0]);
    expect(await runs()).toEqual(['ci begins', 'ci ends', 'build begins', 'build ends']);
    const told = endings.filter(({ printed }) => printed.includes('Outro comando está preparando esta pasta'));
    expect(told).toHaveLength(1);
  });

  test('goes on where the command that it waits for was killed', async () => {
    const killed = setUp();
    await expect.poll(runs).toEqual(['ci begins']);
    const waiting = ending(setUp());
    killed.kill('SIGKILL');
    expect(await waiting).toMatchObject({ code: 0 });
    expect((await runs()).filter((run) => run === 'build ends')).toHaveLength(1);
  });

  test('keeps what pages of the former release ask for, also of one in another folder', async () => {
    await write('dist/client/_astro/former.css', 'former');
    await write('../current/dist/client/_astro/elsewhere.css', 'elsewhere');
    expect(await ending(setUp())).toMatchObject({ code: 0 });
    const kept = ['former', 'elsewhere'].map((name) => readFile(join(clone, `dist/client/_astro/${name}.css`), 'utf8'));
    expect(await Promise.all(kept)).toEqual(['former', 'elsewhere']);
  });

  test('only adds the tools of the tests to an installed store, which may be running', async () => {
    expect(await ending(setUp())).toMatchObject({ code: 0 });
    const packages = {
      'node_modules/express': { version: '5.0.0' },
      'node_modules/vitest': { version: '5.0.0', dev: true },
    };
    await write('package-lock.json', JSON.stringify({ packages }));
    expect(await ending(setUp('--tests'))).toMatchObject({ code: 0 });
    expect(await runs()).toContain('install begins');
    expect((await runs()).filter((run) => run === 'ci begins')).toHaveLength(1);
  });

  function setUp(...words: string[]): ChildProcess {
    const child = spawn(process.execPath, ['src/server/setup.mjs', ...words], { cwd: clone });
    children.push(child);
    return child;
  }

  async function ending(child: ChildProcess) {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
    const [code] = await once(child, 'close');
    return { code: Number(code), printed };
  }

  async function runs(): Promise<string[]> {
    const text = await readFile(join(clone, 'runs'), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  }

  async function write(file: string, text = '') {
    await writeFile(await pathFor(file), text);
  }

  async function pathFor(file: string): Promise<string> {
    const path = join(clone, file);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }
});
