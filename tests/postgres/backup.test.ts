import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, openClient } from '../support/calls/client.ts';
import { type Answers, differencesOf, EVERY_READ, readEverything } from '../support/calls/every-read.ts';
import { createDatabase } from '../support/postgres/postgres-databases.ts';
import { runBackupCommand } from '../support/store/run-command.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';

const SHARED_SECRET = 'segredo-dos-processos-desta-loja-42';
let folder: string;
let backup: string;
let store: Store;
let before: Answers;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  backup = join(folder, 'backup');
  store = await startStoreProcess({ LOG_LEVEL: 'warn' });
  before = await readSoldThings();
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup of PostgreSQL, made while the store runs, is the portable folder and holds no session', async () => {
  const made = await run(['make', backup], store.databaseUrl);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/^Backup completo em \S+: o banco de dados e \d+ arquivos de uploads\.\n$/);
  expect((await readdir(backup)).sort()).toEqual(['files', 'manifest.json', 'store.sqlite', 'uploads']);
  expect((await stat(join(backup, 'store.sqlite'))).mode & 0o777).toBe(0o600);

  const verified = await run(['verify', backup], store.databaseUrl);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(verified.stdout).toMatch(/Produtos: [1-9]\d*, clientes: [1-9]\d*, compras: [1-9]\d*, chaves: [1-9]/);
  const noted = await store.database().selectFrom('audit').select('action').orderBy('id', 'desc').limit(2).execute();
  expect(noted).toEqual([{ action: 'backup.verify' }, { action: 'backup.create' }]);
});

test(
  'it restores to a file and to an empty PostgreSQL, and both answer what was answered before',
  EVERY_READ,
  async () => {
    const other = await createDatabase();
    const file = `file:${join(folder, 'restored/store.sqlite')}`;
    await store.end();
    for (const url of [file, other.url]) {
      const restored = await run(['restore', backup, '--overwrite', '--free-keys', '--confirm=RESTAURAR'], url);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      await store.restart({ DATABASE_URL: url });
      expect(differencesOf(await readSoldThings(), before)).toEqual([]);
      await store.end();
    }
    await other.leave();
  },
);

test('a PostgreSQL that holds a store is not restored over', async () => {
  for (const words of [[], ['--overwrite']]) {
    const refused = await run(['restore', backup, ...words, '--confirm=RESTAURAR'], store.databaseUrl);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^O banco de dados PostgreSQL já tem uma loja/),
    });
  }
});

/** All but what a sign-in and a restore add themselves. */
async function readSoldThings(): Promise<Answers> {
  const answers = await readEverything(await login(store, openClient(store.url)));
  return new Map([...answers].filter(([path]) => !/audit|comparison/.test(path)));
}

function run(words: string[], databaseUrl: string) {
  const settings = {
    DATABASE_URL: databaseUrl,
    SHARED_SECRET,
    UPLOADS_DIR: join(store.folder, 'uploads'),
    FILES_DIR: join(store.folder, 'files'),
  };
  return runBackupCommand(words, { folder, settings });
}
