import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { seedDemoData } from '#db/seed/seed.ts';
import { removeUnusedFiles, resumeTransfer, startTransfer, takePiece } from '#src/domain/releases/file-transfers.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openSoldFiles } from '#src/gateways/files/sold-files.ts';
import { RELEASE_TEXTS } from '#src/wire/releases/releases.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';

const ID = 'transfer';
let world: World;
let folder: string;
/** There are two processes, where the engine allows two. */
let here: Shop;
let there: Shop;

beginEachAnew(async (fresh) => {
  world = fresh;
  folder = await mkdtemp(join(tmpdir(), 'transfers-'));
  if (isOnPostgres()) await world.openSecondProcess();
  const shops = world.processes.map((shop) => ({ ...shop, soldFiles: openSoldFiles({ filesDir: folder }) }));
  const [first, second = first] = shops;
  if (!first || !second) throw new Error('There is no shop.');
  here = first;
  there = second;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function begin(): Promise<void> {
  const createdAt = new Date(world.now).toISOString();
  const draft = { id: 'release', productId: 'with-keys', version: '1.0.0', channel: 'stable', state: 'draft' } as const;
  const blank = { notes: '', isCritical: 0, publishedAt: null, withdrawnAt: null, withdrawnReason: null } as const;
  await here.db
    .insertInto('releases')
    .values({ ...draft, ...blank, createdAt })
    .execute();
  const file = { releaseId: 'release', fileName: 'plugin.zip' };
  await startTransfer(here, OWNER, { id: ID, sizeBytes: 8, file });
}

/** Brings its words one at a time, the second when it is told to. */
function slowly(...[first, second]: [string, string]) {
  let goOn = () => {};
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    isBegun = resolve;
  });
  async function* chunks() {
    yield Buffer.from(first);
    isBegun();
    await told;
    yield Buffer.from(second);
  }
  return { chunks: chunks(), begun, goOn };
}

async function* atOnce(words: string) {
  yield Buffer.from(words);
}

const BUSY = { kind: 'locked', code: 'transfer_busy', message: RELEASE_TEXTS.transferBusy };

test('a piece is written by one process at a time, and the other goes on where it ended', async () => {
  await begin();
  const source = slowly('ab', 'cd');
  const first = takePiece(here, ID, 0, source.chunks);
  await source.begun;
  await expect(takePiece(there, ID, 0, atOnce('WXYZ'))).rejects.toMatchObject(BUSY);
  world.now += 20_000;
  source.goOn();
  expect(await first).toBe(4);
  await expect(takePiece(there, ID, 0, atOnce('WXYZ'))).rejects.toMatchObject({ code: 'other_offset' });
  expect(await takePiece(there, ID, 4, atOnce('efgh'))).toBe(8);
  await resumeTransfer(there, ID);
  expect(await contents()).toEqual(['abcdefgh']);
});

test('what arrives renews the lease, and half a minute of silence ends it, as after a kill', async () => {
  await begin();
  const source = slowly('ab', 'cd');
  const silent = takePiece(here, ID, 0, source.chunks);
  await source.begun;
  world.now += 29_000;
  await expect(takePiece(there, ID, 0, atOnce('WXYZ'))).rejects.toMatchObject(BUSY);
  world.now += 2_000;
  expect(await takePiece(there, ID, 0, atOnce('WXYZ'))).toBe(4);
  const other = slowly('12', '34');
  const last = takePiece(there, ID, 4, other.chunks);
  await other.begun;
  source.goOn();
  await expect(silent).rejects.toMatchObject(BUSY);
  other.goOn();
  expect(await last).toBe(8);
  await resumeTransfer(there, ID);
  expect(await contents()).toEqual(['WXYZ1234']);
});

test('a first start that ends between the files of the demo and its rows leaves no file behind', async () => {
  const { db, soldFiles } = here;
  const files = { put: async () => {} };
  const hashPassword = async () => {
    throw new Error('killed');
  };
  const makeKey = () => '';
  await expect(seedDemoData({ db, now: new Date(world.now), files, soldFiles, hashPassword, makeKey })).rejects.toThrow(
    'killed',
  );
  expect((await readdir(folder)).length).toBeGreaterThan(10);
  await removeUnusedFiles(here, new AbortController().signal);
  expect(await readdir(folder)).toEqual([]);
});

async function contents(): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
