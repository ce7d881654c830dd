import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FILES } from '../../support/browser/upload-files.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

const BACKUP = fileURLToPath(new URL('../../../src/server/commands/backup.mjs', import.meta.url));

let store: Store;
let elsewhere: string;

beforeEach(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(elsewhere, 'theirs.txt'), 'theirs');
  await chmod(join(elsewhere, 'theirs.txt'), 0o644);
});
afterEach(async () => {
  await store.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

/** Each path below the folder, and the folder, whose rights reach further than its owner. Links have none of their own. */
async function readableByOthers(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    ['', ...paths].map(async (path) => ({ path, stats: await lstat(join(folder, path)) })),
  );
  return found
    .filter(({ stats }) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0)
    .map(({ path }) => path || '.');
}

async function sellAndUpload(): Promise<void> {
  const owner = await login(store);
  await buy(openClient(store.url), { productId: 'lote' });
  await store.waitForMail(1);
  const form = new FormData();
  form.append('file', new Blob([FILES.png.bytes]), 'a.png');
  expect((await owner.fetch('/api/upload', { method: 'POST', body: form })).status).toBe(201);
}

test('database, journal, lock, mail, uploads and downloads are readable only by their owner', async () => {
  store = await startStoreProcess();
  await sellAndUpload();
  const names = await readdir(store.folder);
  for (const name of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite.lock']) expect(names).toContain(name);
  expect(await readableByOthers(store.folder)).toEqual([]);
  expect((await openClient(store.url).get('/uploads/grade-cinema.webm')).status).toBe(200);
});

test('existing files with wider permissions are fixed at startup, and symlink targets are not', async () => {
  store = await startStoreProcess();
  await sellAndUpload();
  await store.end();
  const inner = join(store.folder, 'uploads', 'older', 'deep');
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, 'curso.zip'), 'sold');
  await symlink(elsewhere, join(store.folder, 'uploads', 'way-out'));
  await promisify(execFile)('chmod', ['-R', 'a+rX', store.folder]);
  expect((await readableByOthers(store.folder)).length).toBeGreaterThan(8);
  await store.restart();
  expect(await readableByOthers(store.folder)).toEqual(['uploads/way-out/theirs.txt']);
  expect((await lstat(join(elsewhere, 'theirs.txt'))).mode & 0o777).toBe(0o644);
  expect(store.output()).not.toContain('belong to somebody else');
});

test('a backup is readable only by its owner, even in an open folder', async () => {
  store = await startStoreProcess();
  await mkdir(join(elsewhere, 'backups', 'older'), { recursive: true });
  await writeFile(join(elsewhere, 'backups', 'older', 'store.sqlite'), 'old');
  await promisify(execFile)('chmod', ['-R', '755', elsewhere]);
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    DATABASE_URL: `file:${store.folder}/store.sqlite`,
    UPLOADS_DIR: `${store.folder}/uploads`,
    FILES_DIR: `${store.folder}/files`,
  };
  await promisify(execFile)(process.execPath, [BACKUP, 'make'], { cwd: elsewhere, env });
  expect(await readdir(join(elsewhere, 'backups'))).toHaveLength(2);
  expect(await readableByOthers(join(elsewhere, 'backups'))).toEqual([]);
});
