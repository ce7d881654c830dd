import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { Encrypter, generateX25519Identity } from 'age-encryption';
import BetterSqlite3 from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { findLateness } from '#src/domain/backups/continuous-copy.ts';
import type { CopyPlan } from '#src/domain/backups/copy-keeper.ts';
import { checkBackup } from '#src/server/backup/backup-files.ts';
import { COPY_FOLDER } from '#src/server/copy/copy-names.ts';
import { fetchContinuousCopy } from '#src/server/copy/fetch-copy.ts';
import { openCopiedDatabase } from '../../support/backups/copied-database.ts';
import { decryptByIdentity, decryptWithAge } from '../../support/backups/run-age.ts';
import { openBucketServer, typedBucket } from '../../support/bucket/bucket-server.ts';
import { openTestShop, sell } from '../../support/store/shop.ts';

type Copied = Awaited<ReturnType<typeof openCopiedDatabase>>;
const leftovers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of leftovers.splice(0).reverse()) await leave();
});

async function openCopied(bounds = {}, from?: string): Promise<Copied> {
  const copied = await openCopiedDatabase(bounds, from);
  leftovers.push(() => copied.remove());
  return copied;
}

const PASSPHRASE = 'uma senha longa de backup';

async function fetch(plan: CopyPlan) {
  const folder = await mkdtemp(join(tmpdir(), 'fetched-'));
  leftovers.push(() => rm(folder, { recursive: true, force: true }));
  const place = plan.bucket ? { folder: null, bucket: plan.bucket } : { folder: plan.folder, bucket: null };
  const fetched = await fetchContinuousCopy(place, folder, async () => PASSPHRASE);
  await checkBackup(folder);
  const database = new BetterSqlite3(join(folder, 'store.sqlite'));
  const notes = database.prepare<[], { id: number; text: string }>('SELECT * FROM notes ORDER BY id').all();
  const integrity = database.pragma('integrity_check', { simple: true });
  database.close();
  return { ...fetched, folder, notes, integrity };
}

const piecesIn = async ({ plan }: Copied) => {
  const root = join(plan.folder, COPY_FOLDER);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : []))
    .sort();
};
const generationsOf = async (copied: Copied) => {
  const names = await piecesIn(copied);
  return [...new Set(names.flatMap((name) => (/^\d{8}T/.test(name) ? [name.split('/')[0]] : [])))];
};

test('a command that opens the database beside the copy, and closes it, takes nothing away from the store', async () => {
  const copied = await openCopied();
  copied.write('antes', 3);
  await copied.follow(copied.plan);
  openElsewhere(copied.file);
  // The last one who closes a database removes its journal.
  expect(existsSync(`${copied.file}-wal`)).toBe(true);
  copied.write('depois', 3);
  await copied.follow(copied.plan);
  const { notes, integrity } = await fetch(copied.plan);
  expect([integrity, notes.length]).toEqual(['ok', 6]);
});

function openElsewhere(file: string): void {
  const program = `import Sqlite from 'better-sqlite3';
    const sqlite = new Sqlite(process.argv[1]);
    sqlite.prepare('SELECT count(*) FROM notes').get();
    sqlite.close();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program, file]);
}

test('what was committed is in the copy, over many journals, and an idle shop sends nothing', async () => {
  const copied = await openCopied({ checkpointBytes: 40_000, pieceBytes: 10_000 });
  copied.write('antes da cópia', 10);
  await copied.follow(copied.plan);
  for (let round = 0; round < 12; round += 1) {
    copied.write(`rodada ${round} ${'x'.repeat(500)}`, 7);
    await copied.follow(copied.plan);
  }
  const names = await piecesIn(copied);
  expect(new Set(names.map((name) => name.split('/')[1])).size).toBeGreaterThan(3);
  expect(await generationsOf(copied)).toHaveLength(1);
  await copied.follow(copied.plan);
  await copied.follow(copied.plan);
  expect(await piecesIn(copied)).toEqual(names);
  expect(copied.state()).toMatchObject({ copiedAt: '2026-11-26T12:02:00.000Z', problem: null });

  const { notes, integrity, reachedAt, isCutShort } = await fetch(copied.plan);
  expect(notes).toHaveLength(copied.count());
  expect({ integrity, reachedAt, isCutShort }).toEqual({
    integrity: 'ok',
    reachedAt: '2026-11-26T12:01:44.000Z',
    isCutShort: false,
  });
});

test('a piece that is missing, cut or changed ends the copy before it, in the middle of nothing', async () => {
  const copied = await openCopied({ checkpointBytes: 60_000, pieceBytes: 12_000 });
  await copied.follow(copied.plan);
  for (let round = 0; round < 10; round += 1) {
    copied.write(`rodada ${round} ${'x'.repeat(900)}`, 5);
    await copied.follow(copied.plan);
  }
  const root = join(copied.plan.folder, COPY_FOLDER);
  const segments = (await piecesIn(copied)).filter((name) => /\d+\.zst$/.test(name));
  const whole = await fetch(copied.plan);
  expect(whole.notes).toHaveLength(copied.count());
  const damages = fc.record({
    at: fc.integer({ min: 0, max: segments.length - 1 }),
    how: fc.constantFrom('missing', 'cut', 'changed', 'swapped' as const),
    where: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  let shortest = Number.POSITIVE_INFINITY;
  await fc.assert(
    fc.asyncProperty(damages, async ({ at, how, where }) => {
      const path = join(root, segments[at] ?? '');
      const before = await readFile(path);
      const spot = Math.floor(before.length * where);
      const other = await readFile(join(root, segments[(at + 1) % segments.length] ?? ''));
      if (how === 'missing') await rm(path);
      if (how === 'cut') await writeFile(path, before.subarray(0, spot));
      if (how === 'changed') await writeFile(path, before.with(spot, (before[spot] ?? 0) ^ 0x55));
      if (how === 'swapped') await writeFile(path, other);
      try {
        const { notes, integrity, isCutShort, reachedAt } = await fetch(copied.plan);
        expect({ integrity, isCutShort: isCutShort || at === segments.length - 1 }).toEqual({
          integrity: 'ok',
          isCutShort: true,
        });
        // The first rows, without a hole, and no more than were committed by then.
        expect(notes).toEqual(whole.notes.slice(0, notes.length));
        expect(notes.length).toBeLessThan(whole.notes.length);
        expect(reachedAt <= whole.reachedAt).toBe(true);
        shortest = Math.min(shortest, notes.length);
      } finally {
        await writeFile(path, before);
      }
    }),
    { numRuns: 40 },
  );
  expect(shortest).toBeLessThan(30);
});

test('what another program wrote back before it was sent begins a generation', async () => {
  const copied = await openCopied();
  copied.write('um');
  await copied.follow(copied.plan);
  const other = new BetterSqlite3(copied.file);
  other.prepare("INSERT INTO notes (text) VALUES ('de um comando')").run();
  await copied.follow(copied.plan);
  expect(await generationsOf(copied)).toHaveLength(1);
  expect((await fetch(copied.plan)).notes.map(({ text }) => text)).toEqual(['um', 'de um comando']);

  other.prepare("INSERT INTO notes (text) VALUES ('escrito de volta')").run();
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  await copied.follow(copied.plan);
  copied.write('depois');
  await copied.follow(copied.plan);
  await copied.follow(copied.plan);
  expect(await generationsOf(copied)).toHaveLength(2);
  expect((await fetch(copied.plan)).notes.map(({ text }) => text)).toEqual([
    ...['um', 'de um comando', 'escrito de volta', 'depois'],
  ]);
});

test('a start after a clean stop goes on, and one after a kill begins a generation', async () => {
  const copied = await openCopied();
  copied.write('um');
  await copied.follow(copied.plan);
  copied.write('dois');
  await copied.stop();
  copied.open();
  copied.write('três');
  await copied.follow(copied.plan);
  copied.write('quatro');
  await copied.follow(copied.plan);
  expect(await generationsOf(copied)).toHaveLength(1);
  expect((await fetch(copied.plan)).notes).toHaveLength(4);

  await copied.kill();
  copied.open();
  await copied.follow(copied.plan);
  expect(await generationsOf(copied)).toHaveLength(2);

  await copied.stop();
  const other = new BetterSqlite3(copied.file);
  other.prepare("INSERT INTO notes (text) VALUES ('de um comando')").run();
  other.close();
  copied.open();
  await copied.follow(copied.plan);
  expect((await generationsOf(copied)).length).toBeGreaterThan(1);
  expect((await fetch(copied.plan)).notes).toHaveLength(5);
});

test('old generations go with the snapshot of the next day', async () => {
  const copied = await openCopied({ snapshotEveryMs: 60_000, retryMs: 1_000 });
  await copied.follow(copied.plan);
  for (let round = 0; round < 6; round += 1) {
    copied.write(`dia ${round}`);
    await copied.follow(copied.plan, 61);
    await copied.follow(copied.plan);
  }
  const snapshots = (await piecesIn(copied)).filter((name) => name.includes('snapshot'));
  expect(snapshots).toHaveLength(2);
  expect((await fetch(copied.plan)).notes).toHaveLength(6);
});

test('a bucket that is away is caught up with, or begun anew beyond the bound', async () => {
  const server = await openBucketServer();
  leftovers.push(() => server.close());
  const copied = await openCopied({ mostBytes: 100_000, retryMs: 1_000 });
  const plan = { ...copied.plan, bucket: typedBucket(server) };
  copied.write('um');
  await copied.follow(plan);
  server.always('put', { kind: 'error', status: 403, code: 'AccessDenied' });
  copied.write('dois');
  await copied.follow(plan, 180);
  expect(copied.state()).toMatchObject({ copiedAt: null, problem: expect.stringContaining('não tem permissão') });
  expect(findLateness(copied)).toEqual({ minutes: 3, problem: copied.state()?.problem });
  server.heal();
  for (const _ of [1, 2, 3]) await copied.follow(plan);
  expect(copied.state()?.problem).toBe(null);
  expect((await fetch(plan)).notes).toHaveLength(2);

  server.always('put', { kind: 'error', status: 403, code: 'AccessDenied' });
  const journal = async () => (await stat(`${copied.file}-wal`)).size;
  for (let round = 0; round < 12; round += 1) {
    copied.write('x'.repeat(3_000), 20);
    await copied.follow(plan);
  }
  expect(await journal()).toBeLessThan(600_000);
  server.heal();
  for (const _ of [1, 2, 3]) await copied.follow(plan);
  expect((await fetch(plan)).notes).toHaveLength(242);
  expect(findLateness(copied)).toBe(null);
});

test('a generation that begins under a clock that was put back is the newest one all the same', async () => {
  const copied = await openCopied();
  for (const _ of [1, 2, 3]) {
    copied.write('antes');
    await copied.follow(copied.plan, 86_400);
    await copied.follow(copied.plan);
  }
  await copied.kill();
  copied.open();
  copied.write('depois');
  for (const seconds of [-30 * 86_400, 60, 60]) await copied.follow(copied.plan, seconds);
  expect((await fetch(copied.plan)).notes).toHaveLength(4);
});

test('a clock that is put back stops no snapshot', async () => {
  const copied = await openCopied();
  await copied.follow(copied.plan);
  copied.write('um');
  for (const seconds of [-30 * 86_400, 60, 60]) await copied.follow(copied.plan, seconds);
  expect((await piecesIn(copied)).filter((name) => name.includes('snapshot'))).toHaveLength(2);
});

test.each(['', 'copia-continua/chaves'])(
  'what somebody takes away below the folder (%s) is begun anew',
  async (lost) => {
    const copied = await openCopied();
    const plan = { ...copied.plan, passphrase: PASSPHRASE };
    copied.write('um');
    await copied.follow(plan);
    await rm(join(plan.folder, lost), { recursive: true });
    copied.write('dois');
    await copied.follow(plan, 61);
    expect(copied.state()).toMatchObject({ copiedAt: null });
    for (const _ of [1, 2]) await copied.follow(plan);
    expect((await fetch(plan)).notes).toHaveLength(2);
    expect(copied.state()).toMatchObject({ copiedAt: copied.clock.now().toISOString(), problem: null });
  },
);

test('the journal is written back while a bucket tells no key', async () => {
  const server = await openBucketServer();
  leftovers.push(() => server.close());
  server.always('list', { kind: 'error', status: 403, code: 'AccessDenied' });
  const copied = await openCopied();
  const plan = { ...copied.plan, bucket: typedBucket(server), passphrase: PASSPHRASE };
  for (let round = 0; round < 12; round += 1) {
    await copied.follow(plan);
    copied.write('x'.repeat(3_000), 1_000);
  }
  expect(copied.state()?.problem).toContain('não tem permissão');
  expect((await stat(`${copied.file}-wal`)).size).toBeLessThan(20_000_000);
  server.heal();
  for (const _ of [1, 2]) await copied.follow(plan);
  expect((await fetch(plan)).notes).toHaveLength(12_000);
});

test('with a passphrase nothing is readable without it, files and the key of the secrets included', async () => {
  const copied = await openCopied();
  await writeFile(join(copied.uploads, 'logo.png'), 'PNG-DA-LOJA');
  await writeFile(`${copied.file}.key`, 'CHAVE-DOS-SEGREDOS');
  const plan = { ...copied.plan, passphrase: PASSPHRASE, withKeyFile: true };
  const root = join(plan.folder, COPY_FOLDER);
  // The work that makes guesses slow is left out, for the sake of the test's time.
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(4);
  await mkdir(join(root, 'chaves'), { recursive: true });
  await writeFile(join(root, 'chaves/antiga.age'), await encrypter.encrypt(await generateX25519Identity()));
  copied.write('segredo da loja');
  await copied.follow(plan);
  copied.write('segredo da loja');
  await copied.follow(plan);
  for (const name of await piecesIn(copied)) {
    const bytes = await readFile(join(root, name));
    expect(bytes.subarray(0, 14).toString(), name).toBe('age-encryption');
  }
  const [key = '', ...others] = (await piecesIn(copied)).filter((name) => name.startsWith('chaves/'));
  expect(others).toEqual([]);
  const identity = (await decryptWithAge(join(root, key), PASSPHRASE)).toString();
  const [segment = ''] = (await piecesIn(copied)).filter((name) => /\d\.zst\.age$/.test(name));
  const packed = await decryptByIdentity(join(root, segment), identity);
  expect(zstdDecompressSync(packed).includes('segredo da loja')).toBe(true);
  const { notes, folder } = await fetch(plan);
  expect(notes).toHaveLength(2);
  expect(await readFile(join(folder, 'uploads/logo.png'), 'utf8')).toBe('PNG-DA-LOJA');
  expect(await readFile(join(folder, 'store.sqlite.key'), 'utf8')).toBe('CHAVE-DOS-SEGREDOS');
});

test('a trial restores the newest of it beside the backups, says how far it goes, and leaves nothing', async () => {
  const { shop, file, close } = await openTestShop();
  leftovers.push(close);
  const id = await sell(shop, 'lote');
  const copied = await openCopied({ checkpointBytes: 40_000, pieceBytes: 10_000 }, file);
  await copied.follow(copied.plan);
  const orderedAt = '2099-11-26T12:00:01.000Z';
  copied.sqlite().prepare('UPDATE purchases SET "createdAt" = ? WHERE id = ?').run(orderedAt, id);
  for (let round = 0; round < 6; round += 1) {
    copied.write(`rodada ${round} ${'x'.repeat(900)}`, 7);
    await copied.follow(copied.plan);
  }
  const { folder } = copied.plan;
  const plan = { place: { folder, bucket: null }, passphrase: null, workplace: folder };
  const tryOut = () => copied.continuousCopy.tryOut(plan);
  expect(await tryOut()).toEqual({ reachedAt: '2026-11-26T12:00:56.000Z', isCutShort: false, lastOrderAt: orderedAt });

  const [first = ''] = (await piecesIn(copied)).filter((name) => /\d+\.zst$/.test(name));
  await rm(join(folder, COPY_FOLDER, first));
  const cut = await tryOut();
  expect(cut.isCutShort).toBe(true);
  expect(cut.lastOrderAt).not.toBe(orderedAt);
  for (const name of await piecesIn(copied)) await rm(join(folder, COPY_FOLDER, name));
  await expect(tryOut()).rejects.toThrow('Não há uma cópia contínua inteira');
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});
