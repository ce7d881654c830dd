import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Settings } from '#src/config.ts';
import type { BackupPlan } from '#src/domain/backups/backup-keeper.ts';
import { checkBackup, KEY_FILE, MANIFEST } from '#src/server/backup/backup-files.ts';
import { makeVerifiedBackup } from '#src/server/backup/backup-job.ts';
import { BACKUP_JOB, type JobNews } from '#src/server/backup/backup-news.ts';
import { forkJob } from '#src/server/backup/job-process.ts';
import { makeBackup } from '#src/server/backup/make-backup.ts';
import { type StoredUploads, withStoredUploads } from '#src/server/backup/stored-uploads.ts';
import { verifyBackup } from '#src/server/backup/verify-backup.ts';
import { withBackupFolder } from '#src/server/commands/with-backup-folder.ts';
import { workOnCopy } from '#src/server/copy/copy-job.ts';
import { PLAIN_KEY } from '#src/server/copy/copy-work.ts';
import type { BackupStep } from '#src/wire/backups/backups.ts';
import { decryptWithAge } from '../../support/backups/run-age.ts';
import { openShopToBackUp } from '../../support/backups/shop-to-back-up.ts';
import { type BucketServer, openBucketServer, typedBucket } from '../../support/bucket/bucket-server.ts';
import type { OpenTestShop } from '../../support/store/shop.ts';

const PASSPHRASE = 'uma senha longa de backup';
let opened: OpenTestShop;
let settings: Settings;
let bucket: BucketServer;
let place: string;
let folder: string;
let steps: BackupStep[];

beforeAll(async () => {
  ({ opened, settings } = await openShopToBackUp());
  await writeFile(join(settings.UPLOADS_DIR, 'logo.png'), 'PNG');
  await writeFile(`${opened.file}.key`, 'chave-dos-segredos');
  bucket = await openBucketServer();
});
afterAll(async () => {
  await opened.close();
  await bucket.close();
});
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'backups-'));
  folder = join(place, 'backups');
  steps = [];
  return () => rm(place, { recursive: true, force: true });
});

const planOf = (changes: Partial<BackupPlan> = {}): BackupPlan => ({
  name: '2026-11-26T06-30-00Z-sem-chave',
  folder,
  isKeptHere: true,
  withKeyFile: false,
  databaseBytes: null,
  passphrase: null,
  bucket: null,
  ...changes,
});
const make = (changes: Partial<BackupPlan> = {}, freeBytes = 10 ** 12) =>
  makeVerifiedBackup(
    settings,
    planOf(changes),
    (step) => steps.push(step),
    async () => ({ freeBytes, totalBytes: 10 ** 12 }),
  );
const intoBucket = () => typedBucket(bucket, 'noites');

test('the folder has a backup only when it was restored once, without the key that opens the secrets', async () => {
  const made = await make();

  expect(steps).toEqual(['measuring', 'copying', 'verifying']);
  expect(await readdir(folder)).toEqual(['2026-11-26T06-30-00Z-sem-chave']);
  const kept = join(folder, planOf().name);
  const { hasKeyFile, files, createdAt } = await checkBackup(kept);
  expect(hasKeyFile).toBe(false);
  expect(files.map(({ path }) => path)).not.toContain(KEY_FILE);
  expect(made).toMatchObject({
    madeAt: createdAt,
    files: files.length,
    hasKeyFile: false,
    isHere: true,
    problem: null,
  });
  expect(made.sizeBytes).toBe(files.reduce((sum, { size }) => sum + size, 0));
  expect((await verifyBackup(kept)).counts.products).toBeGreaterThan(0);
});

test('the key goes along on wish, and comes back with a restore', async () => {
  const made = await make({ withKeyFile: true });

  expect(made.hasKeyFile).toBe(true);
  expect(await readFile(join(folder, planOf().name, KEY_FILE), 'utf8')).toBe('chave-dos-segredos');
});

test('with a passphrase it is one file, which age opens, and which nobody reads without it', async () => {
  await make({ passphrase: PASSPHRASE });

  expect(steps).toEqual(['measuring', 'copying', 'encrypting', 'decrypting', 'verifying']);
  const archive = join(folder, `${planOf().name}.tar.age`);
  expect(await readdir(folder)).toEqual([`${planOf().name}.tar.age`]);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const sealed = await readFile(archive);
  expect(sealed.subarray(0, 90).toString()).toMatch(/^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 16\n/);
  expect(sealed.includes('SQLite format 3')).toBe(false);

  const tar = await decryptWithAge(archive, PASSPHRASE);
  const [first] = await unpackTar(tar);
  expect(first?.header.name).toBe(MANIFEST);

  // The work that makes guesses slow is left out, for the sake of the test's time.
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(4);
  const quick = join(place, 'baixado.tar.age');
  await writeFile(quick, await encrypter.encrypt(tar));
  process.env['BACKUP_PASSPHRASE'] = PASSPHRASE;
  expect((await withBackupFolder(quick, (inside) => verifyBackup(inside))).counts.products).toBeGreaterThan(0);
  process.env['BACKUP_PASSPHRASE'] = 'outra senha qualquer';
  await expect(withBackupFolder(quick, (inside) => verifyBackup(inside))).rejects.toThrow('A senha não abre');
  delete process.env['BACKUP_PASSPHRASE'];
});

test('a bucket of its own gets one object, and the folder keeps one only where it shall', async () => {
  const made = await make({ bucket: intoBucket(), isKeptHere: false });

  expect(made).toMatchObject({ isHere: false, isInBucket: true, problem: null });
  expect(await readdir(folder)).toEqual([]);
  const stored = bucket.objects.get('noites/2026-11-26T06-30-00Z-sem-chave.tar');
  const file = join(place, 'baixado.tar');
  await writeFile(file, stored?.bytes ?? '');
  expect((await withBackupFolder(file, (inside) => verifyBackup(inside))).counts.products).toBeGreaterThan(0);
  await writeFile(file, (stored?.bytes ?? Buffer.alloc(0)).subarray(0, 40_000));
  await expect(withBackupFolder(file, (inside) => verifyBackup(inside))).rejects.toThrow('não é um backup inteiro');
});

test('where the bucket refuses, the folder has it all the same and says so; without a folder it failed', async () => {
  const wrong = { ...intoBucket(), secret: 'errado' };

  const made = await make({ bucket: wrong });
  expect(made).toMatchObject({ isHere: true, isInBucket: false });
  expect(made.problem).toBe(
    'Ficou só na pasta deste servidor: O armazenamento recusou a assinatura. Confira o segredo.',
  );

  await expect(make({ bucket: wrong, isKeptHere: false, name: 'outro' })).rejects.toThrow('Confira o segredo');
  expect(await readdir(folder)).toEqual([planOf().name]);
});

test('what was put among the uploads by hand comes along, and what cannot is told and stops nothing', async () => {
  const at = (name: string) => join(settings.UPLOADS_DIR, name);
  await mkdir(at('por-mim'));
  const carried = ['capa final?.png', 'duas\nlinhas.png', `${'longo'.repeat(50)}.png`];
  for (const name of carried) await writeFile(at(`por-mim/${name}`), name);
  await writeFile(at('por-mim/a\\b.png'), 'barra');
  await writeFile(Buffer.concat([Buffer.from(at('por-mim/caf')), Buffer.from([0xe9]), Buffer.from('.png')]), 'latin1');
  await symlink(at('logo.png'), at('atalho.png'));
  execFileSync('mkfifo', [at('fila')]);

  const made = await make({ bucket: intoBucket() });
  expect(made.problem).toEqual(
    expect.stringMatching(/^De fora do backup: .+ e mais 1\. Só entram arquivos comuns, com o nome em UTF-8/),
  );
  for (const name of ['atalho.png', 'fila']) expect(made.problem).toContain(at(name));
  const file = join(place, 'baixado.tar');
  await writeFile(file, bucket.objects.get(`noites/${planOf().name}.tar`)?.bytes ?? '');
  await withBackupFolder(file, async (inside) => {
    await verifyBackup(inside);
    for (const name of carried) expect(await readFile(join(inside, 'uploads/por-mim', name), 'utf8')).toBe(name);
  });
  const copyPlace = { folder: join(place, 'copia'), bucket: null };
  const copied = await workOnCopy(settings, { place: copyPlace, key: PLAIN_KEY, withKeyFile: false, snapshot: null });
  const copiedOfMine = copied.files.filter((name) => /por-mim|atalho|fila/.test(name));
  expect(copiedOfMine.sort()).toEqual(carried.map((name) => `uploads/por-mim/${name}`).sort());
  for (const name of ['por-mim', 'atalho.png', 'fila']) await rm(at(name), { recursive: true });
});

test('an upload that is deleted while the backup is made is left out of it', async () => {
  await withStoredUploads(settings, async (uploads) => {
    const list: StoredUploads['list'] = async (...given) => {
      await writeFile(join(settings.UPLOADS_DIR, 'some.png'), 'PNG');
      const names = await uploads.list(...given);
      await rm(join(settings.UPLOADS_DIR, 'some.png'));
      return names;
    };
    await makeBackup({ databaseUrl: settings.DATABASE_URL, uploads: { ...uploads, list } }, folder);
  });
  expect((await checkBackup(folder)).files.map(({ path }) => path)).not.toContain('uploads/some.png');
});

test('a disk that it would nearly fill is left as it is', async () => {
  await expect(make({}, 5 * 10 ** 10 + 1_000)).rejects.toThrow(/^Não há espaço para o backup em .+ precisa de \d+ MB/);
  expect(steps).toEqual(['measuring']);
  expect(await readdir(folder)).toEqual([]);
});

test('one that is asked for while the shop closes does not begin', async () => {
  const heard: JobNews[] = [];
  const order = { work: 'backup', plan: planOf() };
  await forkJob<JobNews>(BACKUP_JOB, order, (news) => heard.push(news), AbortSignal.abort());
  expect(heard).toEqual([]);
});
