import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  finishInterruptedRestore,
  formerCopyOf,
  putKeyInPlace,
  waitingDatabaseOf,
  waitingKeyOf,
} from '#db/backup/interrupted-restore.ts';
import { carryOver, countFreeKeys, countSince } from '#db/backup/restore-carry-over.ts';
import { databasePath, holdDatabase, isFileUrl, openDatabase, openSqlite, writeJournalBack } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { moveToServer, prepareServer } from '#db/move/move-between-engines.ts';
import { vacuumDatabase } from '#db/queries/releases/storage.ts';
import type { CarriedOver, SinceBackup } from '#src/wire/backups/restores.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import {
  assertSame,
  checkBackup,
  copyFile,
  DATABASE,
  type Entry,
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
export type Loss = { createdAt: string; since: SinceBackup; freeKeys: number };

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
    finishInterruptedRestore(database);
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
  const former = formerCopyOf(database);
  const backup = join(folder, DATABASE);
  try {
    const { createdAt } = manifest;
    await writeFile(former, '', { mode: 0o600 });
    const since = existsSync(database) ? await countSince(database, former, { createdAt, database: backup }) : null;
    await options.agree({ createdAt, since, freeKeys: countFreeKeys(backup) });
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

/** Copies everything beside its place first, so that a full disk changes nothing; what follows the database belongs to it. */
async function putInPlace(
  folder: string,
  files: Entry[],
  { database, uploads }: Target,
  guard: (path: string) => Promise<CarriedOver>,
): Promise<CarriedOver> {
  const waiting = waitingDatabaseOf(database);
  const prepared = await uploads.prepare(folder, files.filter(isUpload));
  try {
    for (const [name, place] of [
      [DATABASE, waiting],
      [KEY_FILE, waitingKeyOf(database)],
    ] as const) {
      const entry = files.find(({ path }) => path === name);
      if (entry) assertSame(entry, await copyFile(join(folder, name), place));
    }
    const carriedOver = await guard(waiting);
    // A kill before the rename leaves the former database, then without a journal.
    writeJournalBack(database);
    await prepared.putInPlace();
    // SQLite would apply the former database's journal to the new one.
    for (const ending of ['-wal', '-shm', '-journal']) await rm(database + ending, { force: true });
    await rename(waiting, database);
    putKeyInPlace(database);
    return carriedOver;
  } catch (error) {
    if (existsSync(waiting)) await rm(waitingKeyOf(database), { force: true });
    await rm(waiting, { force: true });
    throw error;
  } finally {
    await prepared.discard();
  }
}

const isUpload = ({ path }: Entry) => isStored(path);
