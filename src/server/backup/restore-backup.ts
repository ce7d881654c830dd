import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { databasePath, holdDatabase, isFileUrl, openDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { moveToServer, prepareServer } from '#db/move-between-engines.ts';
import { vacuumDatabase } from '#db/queries/releases/storage.ts';
import { type CarriedOver, carryOver, countFreeKeys, countSince, type SinceBackup } from '#db/restore-carry-over.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import {
  assertSame,
  checkBackup,
  copyFile,
  DATABASE,
  type Entry,
  hashFile,
  isStored,
  KEY_FILE,
  type Manifest,
} from './backup-files.ts';
import type { Places } from './make-backup.ts';
import type { StoredUploads } from './stored-uploads.ts';

type Options = {
  mayOverwrite: boolean;
  /** The backup's free keys are free, since nothing was sold after it. */
  areKeysFree: boolean;
  /** It is called after all checks and before any change; it throws when the owner refuses. */
  agree(loss: Loss): Promise<void>;
};

/** `since` is null where the database cannot be read. */
export type Loss = { createdAt: string; since: SinceBackup | null; freeKeys: number };

export type Restored = Manifest & { carriedOver: CarriedOver };

/** Keeps uploads that the backup does not have. A PostgreSQL must be empty, so that nothing is to be carried over. */
export async function restoreBackup(folder: string, places: Places, options: Options): Promise<Restored> {
  const manifest = await checkBackup(folder);
  const restoreTo = isFileUrl(places.databaseUrl) ? restoreToFile : restoreToServer;
  return { ...manifest, carriedOver: await restoreTo(folder, manifest, places, options) };
}

async function restoreToFile(
  folder: string,
  manifest: Manifest,
  { databaseUrl, uploads }: Places,
  options: Options,
): Promise<CarriedOver> {
  const database = databasePath(databaseUrl);
  await mkdir(dirname(database), { recursive: true });
  const release = holdDatabase(database);
  try {
    if (!options.mayOverwrite) await assertNothingIsLost(database, manifest.files.filter(isUpload), uploads);
    return await replace(folder, manifest, { database, uploads }, options);
  } finally {
    release();
  }
}

async function restoreToServer(
  folder: string,
  manifest: Manifest,
  { databaseUrl, uploads }: Places,
  options: Options,
): Promise<CarriedOver> {
  const server = await openDatabase(databaseUrl, { isPatient: true });
  const place = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    await prepareServer(server.db);
    const database = join(place, DATABASE);
    const carriedOver = await restoreToFile(folder, manifest, { databaseUrl: `file:${database}`, uploads }, options);
    const restored = openSqlite(`file:${database}`);
    try {
      await moveToServer(restored.sqlite, server);
    } finally {
      await restored.close();
    }
    return carriedOver;
  } finally {
    await rm(place, { recursive: true, force: true });
    await server.close();
  }
}

type Target = { database: string; uploads: StoredUploads };

async function replace(
  folder: string,
  manifest: Manifest,
  { database, uploads }: Target,
  options: Options,
): Promise<CarriedOver> {
  const former = `${database}.former`;
  try {
    const { createdAt } = manifest;
    await writeFile(former, '', { mode: 0o600 });
    const since = existsSync(database) ? await countSince(database, former, createdAt) : null;
    await options.agree({ createdAt, since, freeKeys: countFreeKeys(join(folder, DATABASE)) });
    const guard = (path: string) => guardKeys(path, since && former, createdAt, options);
    return await putInPlace(folder, manifest.files, { database, uploads }, guard);
  } finally {
    await rm(former, { force: true });
  }
}

/** It is done before the store can open the database, so that no key is sold twice. */
async function guardKeys(
  path: string,
  former: string | null,
  backupAt: string,
  { areKeysFree }: Options,
): Promise<CarriedOver> {
  const { db, sqlite, close } = openSqlite(`file:${path}`);
  try {
    await migrate(db);
    const carriedOver = carryOver(sqlite, former, { areKeysFree, backupAt });
    // Erased data must leave no trace in unused pages either.
    if (carriedOver.erased > 0) await vacuumDatabase(db);
    return carriedOver;
  } finally {
    await close();
    await rm(`${path}.lock`, { force: true });
  }
}

async function assertNothingIsLost(database: string, entries: Entry[], uploads: StoredUploads): Promise<void> {
  if (existsSync(database))
    throw settingsError(`Já há um banco de dados em ${database}. Para trocá-lo, use --overwrite.`);
  for (const entry of entries) {
    const there = await uploads.digest(entry.path);
    if (there && there.sha256 !== entry.sha256) {
      throw settingsError(`Já há outro arquivo em ${uploads.describe(entry.path)}. Para trocá-lo, use --overwrite.`);
    }
  }
}

/** Copies everything beside its place first, so that a full disk changes nothing; the database moves last. */
async function putInPlace(
  folder: string,
  files: Entry[],
  { database, uploads }: Target,
  guard: (path: string) => Promise<CarriedOver>,
): Promise<CarriedOver> {
  const waitingDatabase = `${database}.restoring`;
  const waitingKey = `${database}.key.restoring`;
  const prepared = await uploads.prepare(folder, files.filter(isUpload));
  try {
    await rm(waitingDatabase, { force: true });
    await rm(waitingKey, { force: true });
    for (const entry of files.filter((file) => !isUpload(file))) {
      const waiting = entry.path === KEY_FILE ? waitingKey : waitingDatabase;
      assertSame(entry, await copyFile(join(folder, entry.path), waiting));
    }
    const carriedOver = await guard(waitingDatabase);
    await prepared.putInPlace();
    // SQLite would apply the former database's journal to the new one.
    for (const ending of ['-wal', '-shm', '-journal']) await rm(database + ending, { force: true });
    if (existsSync(waitingKey)) await replaceKey(waitingKey, `${database}.key`);
    await rename(waitingDatabase, database);
    return carriedOver;
  } finally {
    for (const path of [waitingDatabase, waitingKey]) await rm(path, { force: true });
    await prepared.discard();
  }
}

/** What is encrypted in the backup opens with its own key; another one that was there is kept beside it. */
async function replaceKey(waiting: string, place: string): Promise<void> {
  const isOther = existsSync(place) && (await hashFile(place)).sha256 !== (await hashFile(waiting)).sha256;
  if (isOther) await rename(place, `${place}.former`);
  await rename(waiting, place);
}

const isUpload = ({ path }: Entry) => isStored(path);
