import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/tables.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { actAtSandbox, expectStatus, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { isFullScale, recordFigure, scaled } from '../../support/scale.ts';
import { obeyBackupCommand, runBackupCommand } from '../../support/store/run-command.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';

type Backup = { folder: string; createdBefore: string[]; paidBefore: string[] };

const BACKUPS = scaled(3, 20);
const SOLD_FILE = 'pacotes/efeitos.zip';
let store: Store;
let elsewhere: string;
let backups: Backup[];
/** Each visitor waited so long beside the buyers, before any backup and while they were made; the bench alone asks. */
let visitsMs: { before: number[]; meanwhile: number[] };

beforeAll(async () => {
  store = await startStoreProcess({ LOG_LEVEL: 'warn' });
  elsewhere = await mkdtemp(join(tmpdir(), 'backup-test-'));
  await mkdir(join(store.folder, 'uploads/pacotes'));
  await writeFile(join(store.folder, 'uploads', SOLD_FILE), 'PK vendido');
  await writeFile(join(store.folder, 'uploads/.unfinished'), 'half');
  ({ backups, visitsMs } = await backUpWhileSelling());
});
afterAll(async () => {
  await store.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

test(`each of ${BACKUPS} backups that were made while the store sold restores, for its owner’s eyes only`, async ({
  task,
}) => {
  for (const { folder, paidBefore } of backups) {
    const verified = await run(['verify', folder]);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    const [, purchases = '0'] = /Produtos: \d+, clientes: \d+, compras: (\d+), chaves: \d+/.exec(verified.stdout) ?? [];
    expect(Number(purchases)).toBeGreaterThan(paidBefore.length);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['store.sqlite', 'manifest.json', `uploads/${SOLD_FILE}`]) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await readdir(folder)).sort()).toEqual(['files', 'manifest.json', 'store.sqlite', 'uploads']);
    await expectSameSoldFiles(folder);
    expect(await readdir(join(folder, 'uploads'))).not.toContain('.unfinished');
  }
  expect((await readdir(join(elsewhere, 'backups'))).length).toBe(BACKUPS);
  const times = Array.from({ length: BACKUPS });
  expect(await notesIn(store.database())).toEqual([
    ...times.map(() => 'backup.create'),
    ...times.map(() => 'backup.verify'),
  ]);
  if (!isFullScale) return;
  recordFigure(task, { name: 'visits', value: visitsMs.meanwhile.length });
  recordFigure(task, { name: 'their p99', value: p99Of(visitsMs.meanwhile), unit: 'ms', under: 250 });
  recordFigure(task, { name: 'without a backup', value: p99Of(visitsMs.before), unit: 'ms' });
});

test('a store on the restored folder knows every purchase that was acknowledged before the backup began', async () => {
  const { folder, createdBefore, paidBefore } = lastBackup();
  const places = placesIn(join(elsewhere, 'fresh'));
  expect(await run(['restore', folder], places)).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(places.UPLOADS_DIR, SOLD_FILE), 'utf8')).toBe('PK vendido');
  await expectSameSoldFiles(join(elsewhere, 'fresh'));
  const books = openStoreDatabase(places.DATABASE_URL.slice('file:'.length));
  expect((await notesIn(books)).at(-1)).toBe('backup.restore');
  await books.destroy();
  const second = await startStoreProcess({ ...places, LOG_LEVEL: 'warn' });
  try {
    const visitor = openClient(second.url);
    expect(paidBefore.length).toBeGreaterThan(10);
    for (const id of createdBefore) expect((await readPurchase(visitor, id)).id).toBe(id);
    for (const id of paidBefore) expect((await readPurchase(visitor, id)).paymentStatus).toBe('COMPLETED');
    const [paid = ''] = paidBefore;
    expect((await visitor.get(`/api/payments/download/${paid}`)).text.startsWith('PK')).toBe(true);
  } finally {
    await second.stop();
  }
});

test('a restore overwrites neither database nor journal unless told to', async () => {
  const places = placesIn(join(elsewhere, 'used'));
  const database = places.DATABASE_URL.slice('file:'.length);
  expect(await obey(['restore', backups[0]?.folder ?? ''], places)).toMatchObject({ code: 0 });
  const before = await readFile(database);
  await writeFile(`${database}-wal`, 'stale');

  const refused = await obey(['restore', lastBackup().folder], places);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^Já há um banco de dados em .*--overwrite\.\n$/);
  expect((await readFile(database)).equals(before)).toBe(true);

  expect(await obey(['restore', lastBackup().folder, '--overwrite'], places)).toMatchObject({ code: 0 });
  expect((await readFile(database)).equals(before)).toBe(false);
  expect((await readdir(join(elsewhere, 'used'))).sort()).toEqual([
    'files',
    'store.sqlite',
    'store.sqlite.key',
    'store.sqlite.lock',
    'uploads',
  ]);
});

test('a restore overwrites no different upload unless told to', async () => {
  const places = placesIn(join(elsewhere, 'uploads-first'));
  await mkdir(join(places.UPLOADS_DIR, 'pacotes'), { recursive: true });
  await writeFile(join(places.UPLOADS_DIR, SOLD_FILE), 'another');
  expect(await obey(['restore', lastBackup().folder], places)).toMatchObject({ code: 1 });
  expect(await readFile(join(places.UPLOADS_DIR, SOLD_FILE), 'utf8')).toBe('another');
});

test('a restore into a running store is refused', async () => {
  const { folder } = lastBackup();
  const purchases = await countPurchases();
  for (const words of [
    ['restore', folder],
    ['restore', folder, '--overwrite'],
  ]) {
    expect(await run(words)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Outro processo já está usando este banco de dados. Encerre-o antes de abrir a loja de novo.\n',
    });
  }
  expect(await countPurchases()).toBe(purchases);
});

test('a modified backup is refused with the name of the file', async () => {
  const folder = join(elsewhere, 'tampered');
  const upload = join(folder, 'uploads', SOLD_FILE);
  const tampering: [sentence: string, tamper: () => Promise<void>][] = [
    [`O arquivo uploads/${SOLD_FILE} do backup foi alterado.`, () => writeFile(upload, 'PK vendidO')],
    ['O arquivo store.sqlite do backup foi alterado.', () => appendFile(join(folder, 'store.sqlite'), 'x')],
    [`Falta um arquivo no backup: uploads/${SOLD_FILE}.`, () => rm(upload)],
    [
      'Há no backup um arquivo que não é dele: uploads/novo.zip.',
      () => writeFile(join(folder, 'uploads/novo.zip'), 'x'),
    ],
    ['O manifest.json do backup não pode ser lido.', () => writeFile(join(folder, 'manifest.json'), '{}')],
    [`Não há backup em ${folder}: falta manifest.json.`, () => rm(join(folder, 'manifest.json'))],
  ];
  for (const [sentence, tamper] of tampering) {
    await rm(folder, { recursive: true, force: true });
    await cp(lastBackup().folder, folder, { recursive: true });
    await tamper();
    const refusal = { code: 1, stdout: '', stderr: `${sentence}\n` };
    const never = placesIn(join(elsewhere, 'never'));
    expect(await Promise.all([obey(['verify', folder]), obey(['restore', folder], never)])).toEqual([refusal, refusal]);
  }
  expect(await readdir(elsewhere)).not.toContain('never');
});

test('a manifest path outside the backup is refused', async () => {
  const folder = join(elsewhere, 'outward');
  await cp(lastBackup().folder, folder, { recursive: true });
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
  await writeFile(join(folder, 'manifest.json'), manifest.replace(`uploads/${SOLD_FILE}`, 'uploads/../../out'));
  expect((await obey(['verify', folder])).stderr).toBe('Falta um arquivo no backup: uploads/../../out.\n');
});

test('a failed backup reports the reason and leaves nothing behind', async () => {
  const before = (await readdir(elsewhere)).sort();
  const { folder } = lastBackup();
  expect((await run(['make', folder])).stderr).toBe(`A pasta ${folder} já existe. Escolha outra para o backup.\n`);
  expect((await notesIn(store.database())).at(-1)).toBe('backup.fail');
  const nowhere = { DATABASE_URL: `file:${elsewhere}/nada.sqlite` };
  expect(await run(['make', join(elsewhere, 'none')], nowhere)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Não há banco de dados em ${elsewhere}/nada.sqlite.\n`,
  });
  await writeFile(join(elsewhere, 'broken.sqlite'), 'no database at all, but long enough to look at'.repeat(20));
  const broken = { DATABASE_URL: `file:${elsewhere}/broken.sqlite` };
  expect((await run(['make', join(elsewhere, 'none')], broken)).code).toBe(1);
  await rm(join(elsewhere, 'broken.sqlite'));
  expect((await run(['restore'])).stderr).toContain('npm run restore -- pasta');
  expect((await run(['restore', folder, '--force'])).code).toBe(1);
  expect((await readdir(elsewhere)).sort()).toEqual(before);
});

/** Given: backups, the store selling before, between and during them; sixty purchases at the least. */
async function backUpWhileSelling(): Promise<{ backups: Backup[]; visitsMs: typeof visitsMs }> {
  const visitor = openClient(store.url);
  const created: string[] = [];
  const paid: string[] = [];
  const made: Backup[] = [];
  const before: number[] = [];
  const meanwhile: number[] = [];
  const lanes = Array.from({ length: 4 }, async () => {
    while (made.length < BACKUPS || created.length < 60) {
      const { purchaseId, transactionId } = await startPurchase(visitor, { productId: 'lote' });
      created.push(purchaseId);
      await actAtSandbox(visitor, transactionId, 'pay');
      paid.push(purchaseId);
    }
  });
  const backingUp = async () => {
    while (paid.length <= 10) await wait(20);
    if (isFullScale) await visit(visitor, before, () => before.length >= 200);
    const visiting = isFullScale ? visit(visitor, meanwhile, () => made.length === BACKUPS) : undefined;
    while (made.length < BACKUPS) {
      const backup = {
        folder: join(elsewhere, 'backups', String(made.length)),
        createdBefore: [...created],
        paidBefore: [...paid],
      };
      const ended = await run(['make', backup.folder]);
      if (ended.code !== 0) throw new Error(`The backup failed: ${ended.stderr}`);
      expect(created.length).toBeGreaterThan(backup.createdBefore.length);
      made.push(backup);
    }
    await visiting;
  };
  await Promise.all([backingUp(), ...lanes]);
  return { backups: made, visitsMs: { before, meanwhile } };
}

async function visit(visitor: Client, waitsMs: number[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const path of ['/', '/checkout/lote', '/api/public/products']) {
      const askedAt = performance.now();
      expectStatus(await visitor.get(path), 200);
      waitsMs.push(performance.now() - askedAt);
    }
    await wait(20);
  }
}

function p99Of(waitsMs: number[]): number {
  return waitsMs.toSorted((one, other) => one - other)[Math.ceil(waitsMs.length * 0.99) - 1] ?? Number.NaN;
}

/** Returns what the trail says of commands, in turn. */
async function notesIn(books: Database): Promise<string[]> {
  const notes = await books
    .selectFrom('audit')
    .select('action')
    .where('actorId', '=', 'command')
    .orderBy('id')
    .execute();
  return notes.map(({ action }) => action);
}

/** Shared bytes take no room of their own; the sold files of a shop are its largest. */
async function expectSameSoldFiles(folder: string): Promise<void> {
  const names = await readdir(join(store.folder, 'files'));
  expect(names.length).toBeGreaterThan(10);
  expect((await readdir(join(folder, 'files'))).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    const [ours, theirs] = [join(store.folder, 'files', name), join(folder, 'files', name)];
    expect((await readFile(theirs)).equals(await readFile(ours))).toBe(true);
    expect((await stat(theirs)).ino).toBe((await stat(ours)).ino);
  }
}

function lastBackup(): Backup {
  const backup = backups.at(-1);
  if (!backup) throw new Error('There is no backup.');
  return backup;
}

function placesIn(folder: string) {
  return {
    DATABASE_URL: `file:${folder}/store.sqlite`,
    UPLOADS_DIR: `${folder}/uploads`,
    FILES_DIR: `${folder}/files`,
  };
}

async function countPurchases(): Promise<number> {
  const { n } = await store
    .database()
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Runs the command in the store's folder, for the store's own places unless `changes` names others. */
function run(words: string[], changes: Record<string, string> = {}) {
  return runBackupCommand(confirmed(words), { folder: store.folder, settings: placesWith(changes) });
}

function obey(words: string[], changes: Record<string, string> = {}) {
  return obeyBackupCommand(confirmed(words), { settings: placesWith(changes) });
}

function placesWith(changes: Record<string, string>) {
  return { ...placesIn(store.folder), ...changes };
}

/** The word is what another test asks about: here nobody sits at a terminal. */
function confirmed(words: string[]): string[] {
  return words[0] === 'restore' ? [...words, '--confirm=RESTAURAR'] : words;
}
