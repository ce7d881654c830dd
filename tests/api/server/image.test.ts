import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/store/free-port.ts';
import { type StoreProcess, startProcess } from '../../support/store/process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The documents tell an owner to put these beside the sources, and a store writes some of them there. */
const PRIVATE = [
  '.env',
  '.env.production',
  'deploy/compose.env',
  'deploy/files.crt',
  'deploy/files.key',
  'db/bank.p12',
  'db/certificate.pem',
  'db/store.sqlite',
  'db/store.sqlite-wal',
  'db/outbox/1.eml',
  'src/shop.key',
  'public/shop.pfx',
  'uploads/picture.webp',
  'files/installer.exe',
  'backups/2026-11-24/database.sqlite',
];

test.each(PRIVATE)('%s goes neither into an image nor into the repository', async (path) => {
  expect(await isLeftOut(path, '.dockerignore')).toBe(true);
  expect(await isLeftOut(path, '.gitignore')).toBe(true);
});

test('the image is built from the sources', async () => {
  for (const path of [
    'package.json',
    'package-lock.json',
    'src/server/setup.mjs',
    'db/client.ts',
    'public/og.jpg',
    'docs/manual/banco.md',
  ])
    expect(await isLeftOut(path, '.dockerignore'), path).toBe(false);
});

test('the image runs on the Node that the store is tested with', async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const bases = (await dockerfile()).filter((line) => line.startsWith('FROM node:'));
  expect(bases.map((line) => line.slice('FROM node:'.length).split('-')[0])).toEqual([
    dependencies.node,
    dependencies.node,
  ]);
});

describe('what is copied into the image', () => {
  let folder: string;
  let image: string;
  let store: StoreProcess;
  let settings: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    image = join(folder, 'app');
    for (const words of await copied()) await copy(words);
    const port = String(await freePort());
    settings = {
      PORT: port,
      DATABASE_URL: `file:${join(folder, 'data/store.sqlite')}`,
      UPLOADS_DIR: join(folder, 'data/uploads'),
      FILES_DIR: join(folder, 'data/files'),
      MAIL_DIR: join(folder, 'data/outbox'),
    };
    store = await startProcess({
      url: `http://127.0.0.1:${port}`,
      settings,
      folder: image,
      main: join(image, 'src/server/main.mjs'),
      note: () => {},
    });
  });
  afterAll(async () => {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('serves the store with its styles and films, from its own build', async () => {
    const shop = `http://127.0.0.1:${settings['PORT']}`;
    const home = await (await fetch(shop)).text();
    const styles = [...home.matchAll(/href="([^"]+\.css)"/g)].flatMap(([, href]) => href ?? []);
    expect(styles).not.toEqual([]);
    for (const path of [...styles, '/uploads/grade-cinema.webm'])
      expect((await fetch(shop + path)).status, path).toBe(200);
    expect(await readdir(join(image, 'node_modules/.cache/compiled'))).not.toEqual([]);
  });

  test('answers to its own health check at any port', async () => {
    const line = (await dockerfile()).find((text) => text.startsWith('HEALTHCHECK')) ?? '';
    const [node = '', ...words] = JSON.parse(line.slice(line.indexOf('[')));
    expect(node).toBe('node');
    await expect(promisify(execFile)(process.execPath, words, { env: settings })).resolves.toBeDefined();
    const port = String(await freePort());
    await expect(promisify(execFile)(process.execPath, words, { env: { PORT: port } })).rejects.toThrow(
      'Command failed',
    );
  });

  test('makes a backup', async () => {
    const target = join(folder, 'data/backup');
    await promisify(execFile)(process.execPath, ['src/server/commands/backup.mjs', 'make', target], {
      cwd: image,
      env: settings,
    });
    expect(await readdir(target)).toContain('manifest.json');
  });

  async function copy(words: string[]) {
    const into = words.at(-1) ?? '';
    for (const pattern of words.slice(0, -1)) {
      const sources = globSync(pattern.replace(/^\/app\//, ''), { cwd: ROOT });
      expect(sources, pattern).not.toEqual([]);
      for (const source of sources) {
        const target = into.endsWith('/') ? join(image, into, basename(source)) : join(image, into);
        await mkdir(dirname(target), { recursive: true });
        await cp(join(ROOT, source), target, { recursive: true });
      }
    }
  }
});

/** The words of each copy from the build, without the cache, which a build begins empty. */
async function copied(): Promise<string[][]> {
  const lines = (await dockerfile()).filter((line) => line.startsWith('COPY --from=build'));
  const words = lines.map((line) => line.split(' ').filter((word) => word !== 'COPY' && !word.startsWith('--')));
  return words.filter(([source]) => source !== '/app/node_modules/.cache');
}

async function dockerfile(): Promise<string[]> {
  return (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split('\n');
}

/** Docker and Git read them so: the last line that names the path, or a folder above it, decides. */
async function isLeftOut(path: string, ignoreFile: '.dockerignore' | '.gitignore'): Promise<boolean> {
  const lines = (await readFile(join(ROOT, ignoreFile), 'utf8')).split('\n');
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const naming = lines
    .filter((line) => line && !line.startsWith('#'))
    .filter((line) => above.some((part) => matchesGlob(part, patternOf(line, ignoreFile))));
  return naming.length > 0 && !naming.at(-1)?.startsWith('!');
}

/** Git looks for a name without a folder everywhere, Docker only at the top. */
function patternOf(line: string, ignoreFile: string): string {
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  if (ignoreFile === '.dockerignore' || pattern.includes('/')) return pattern.replace(/^\//, '');
  return `**/${pattern}`;
}
