import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '../../support/calls/client.ts';
import { obeyBackupCommand } from '../../support/store/run-command.ts';
import { type Store, startStore } from '../../support/store/store.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';

let store: Store;
let elsewhere: string;

beforeAll(async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  elsewhere = await mkdtemp(join(tmpdir(), 'backup-safety-'));
});
afterAll(async () => {
  await store.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

test('a restored backup does not revive sessions that have ended', async () => {
  const owner = await login(store);
  const folder = join(elsewhere, 'sessions');
  const customers = store.database().selectFrom('customers').select('id').where('email', 'is not', null);
  const { id: customerId } = await customers.executeTakeFirstOrThrow();
  const times = { createdAt: new Date().toISOString(), expiresAt: '2099-01-01T00:00:00.000Z' };
  await store
    .database()
    .insertInto('buyerSessions')
    .values({ id: 'hash', customerId, ...times })
    .execute();
  expect(await run('make', folder)).toMatchObject({ code: 0, stderr: '' });
  await owner.get('/api/logout');

  const places = placesIn(join(elsewhere, 'restored'));
  expect(await run('restore', folder, places)).toMatchObject({ code: 0, stderr: '' });
  const second = await startStore({ ...places, LOG_LEVEL: 'warn' });
  try {
    const books = openStoreDatabase(places.DATABASE_URL.slice('file:'.length));
    for (const table of ['sessions', 'buyerSessions', 'buyerTokens', 'openingCodes'] as const) {
      expect(await books.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    await books.destroy();
    expect((await login({ ...store, url: second.url })).cookies.has('session')).toBe(true);
  } finally {
    await second.stop();
  }
});

test('a symlink among the uploads is left out of the backup and reported', async () => {
  const secret = join(elsewhere, 'secret.txt');
  await writeFile(secret, 'not for sale');
  const link = join(store.folder, 'uploads/curso.zip');
  await symlink(secret, link);
  const folder = join(elsewhere, 'linked');

  const made = await run('make', folder);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(`De fora do backup: ${link}. Só entram arquivos comuns`);
  expect(await readdir(join(folder, 'uploads'))).not.toContain('curso.zip');
  expect(await run('verify', folder)).toMatchObject({ code: 0, stderr: '' });
  await rm(link);
});

test('a symlink inserted into a backup is not followed', async () => {
  const folder = join(elsewhere, 'planted');
  expect(await run('make', folder)).toMatchObject({ code: 0, stderr: '' });
  const [upload = ''] = await readdir(join(folder, 'uploads'));
  const planted = join(folder, 'uploads', upload);
  const same = join(elsewhere, 'same-bytes');
  await writeFile(same, await readFile(planted));
  await rm(planted);
  await symlink(same, planted);

  const places = placesIn(join(elsewhere, 'never'));
  const refusal = { code: 1, stdout: '', stderr: `${planted} não é um arquivo nem uma pasta comum.\n` };
  expect(await run('verify', folder)).toEqual(refusal);
  expect(await run('restore', folder, places)).toEqual(refusal);
  expect(await readdir(elsewhere)).not.toContain('never');
});

test('a symlink in the store’s own folder is not written through', async () => {
  const folder = join(elsewhere, 'plain');
  expect(await run('make', folder)).toMatchObject({ code: 0, stderr: '' });
  const [upload = ''] = await readdir(join(folder, 'uploads'));
  const places = placesIn(join(elsewhere, 'with-link'));
  await mkdir(places.UPLOADS_DIR, { recursive: true });
  const outside = join(elsewhere, 'outside.txt');
  await writeFile(outside, 'untouched');
  await symlink(outside, join(places.UPLOADS_DIR, upload));

  expect(await run('restore', folder, places)).toMatchObject({ code: 1 });
  expect(await run('restore', folder, places, '--overwrite')).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(outside, 'utf8')).toBe('untouched');
  const restored = await readFile(join(places.UPLOADS_DIR, upload));
  expect(restored.equals(await readFile(join(folder, 'uploads', upload)))).toBe(true);
});

function placesIn(folder: string) {
  return {
    DATABASE_URL: `file:${folder}/store.sqlite`,
    UPLOADS_DIR: `${folder}/uploads`,
    FILES_DIR: `${folder}/files`,
  };
}

/** Runs the command in the store's folder, for the store's own places unless others are named. */
function run(command: string, folder: string, places = placesIn(store.folder), ...options: string[]) {
  // The word is what another test asks about: here nobody sits at a terminal.
  const given = command === 'restore' ? [...options, '--confirm=RESTAURAR'] : options;
  return obeyBackupCommand([command, folder, ...given], { settings: places });
}
