import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Examination, examineDatabase } from '#db/backup.ts';
import { type CarriedOver, carryOver, countFreeKeys, countSince, type SinceBackup } from '#db/carry-over.ts';
import { databasePath, holdDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { settingsError } from '#src/wire/settings-error.ts';
import {
  assertSame,
  checkBackup,
  copyFile,
  DATABASE,
  type Entry,
  hashFile,
  type Manifest,
  UPLOADS,
} from './backup-files.ts';
import type { Places } from './make-backup.ts';

type Options = {
  mayOverwrite: boolean;
  /** Nothing was sold after the backup, so its free keys are free. */
  areKeysFree: boolean;
  /** Called after all checks and before any change; throws when the owner refuses. */
  agree(loss: Loss): Promise<void>;
};

/** `since` is null where the database cannot be read. */
export type Loss = { createdAt: string; since: SinceBackup | null; freeKeys: number };

export type Restored = Manifest & { carriedOver: CarriedOver };

/** Keeps uploads that the backup does not have. */
export async function restoreBackup(folder: string, places: Places, options: Options): Promise<Restored> {
  const manifest = await checkBackup(folder);
  const database = databasePath(places.databaseUrl);
  await mkdir(dirname(database), { recursive: true });
  await mkdir(places.uploadsDir, { recursive: true });
  const release = holdDatabase(database);
  try {
    if (!options.mayOverwrite) await assertNothingIsLost(database, manifest.files.filter(isUpload), places.uploadsDir);
    const carriedOver = await replace(folder, manifest, { database, uploadsDir: places.uploadsDir }, options);
    return { ...manifest, carriedOver };
  } finally {
    release();
  }
}

type Target = { database: string; uploadsDir: string };

async function replace(
  folder: string,
  manifest: Manifest,
  { database, uploadsDir }: Target,
  options: Options,
): Promise<CarriedOver> {
  const former = `${database}.former`;
  try {
    const { createdAt } = manifest;
    await writeFile(former, '', { mode: 0o600 });
    const since = existsSync(database) ? await countSince(database, former, createdAt) : null;
    await options.agree({ createdAt, since, freeKeys: countFreeKeys(join(folder, DATABASE)) });
    const guard = (path: string) => guardKeys(path, since && former, createdAt, options);
    return await putInPlace(folder, manifest.files, { database, uploadsDir }, guard);
  } finally {
    await rm(former, { force: true });
  }
}

/** Done before the store can open the database, so that no key is sold twice. */
async function guardKeys(
  path: string,
  former: string | null,
  backupAt: string,
  { areKeysFree }: Options,
): Promise<CarriedOver> {
  const { db, sqlite, close } = openSqlite(`file:${path}`);
  try {
    await migrate(db);
    return carryOver(sqlite, former, { areKeysFree, backupAt });
  } finally {
    await close();
    await rm(`${path}.lock`, { force: true });
  }
}

export async function verifyBackup(folder: string): Promise<Examination> {
  const place = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    const databaseUrl = `file:${join(place, DATABASE)}`;
    const options = { mayOverwrite: false, areKeysFree: true, agree: async () => {} };
    await restoreBackup(folder, { databaseUrl, uploadsDir: join(place, 'uploads') }, options);
    return examineDatabase(databasePath(databaseUrl));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function assertNothingIsLost(database: string, uploads: Entry[], uploadsDir: string): Promise<void> {
  if (existsSync(database))
    throw settingsError(`Já há um banco de dados em ${database}. Para trocá-lo, use --overwrite.`);
  for (const upload of uploads) {
    const there = join(uploadsDir, nameOf(upload));
    if (existsSync(there) && (await hashFile(there)).sha256 !== upload.sha256) {
      throw settingsError(`Já há outro arquivo em ${there}. Para trocá-lo, use --overwrite.`);
    }
  }
}

/** Copies everything beside its place first, so that a full disk changes nothing; the database moves last. */
async function putInPlace(
  folder: string,
  files: Entry[],
  { database, uploadsDir }: Target,
  guard: (path: string) => Promise<CarriedOver>,
): Promise<CarriedOver> {
  const waitingDatabase = `${database}.restoring`;
  const waitingUploads = await mkdtemp(join(uploadsDir, '.restoring-'));
  const uploads = files.filter(isUpload).map(nameOf);
  try {
    await rm(waitingDatabase, { force: true });
    for (const entry of files) {
      const waiting = isUpload(entry) ? join(waitingUploads, nameOf(entry)) : waitingDatabase;
      assertSame(entry, await copyFile(join(folder, entry.path), waiting));
    }
    const carriedOver = await guard(waitingDatabase);
    for (const name of uploads) await move(join(waitingUploads, name), join(uploadsDir, name));
    // SQLite would apply the former database's journal to the new one.
    for (const ending of ['-wal', '-shm', '-journal']) await rm(database + ending, { force: true });
    await move(waitingDatabase, database);
    return carriedOver;
  } finally {
    await rm(waitingDatabase, { force: true });
    await rm(waitingUploads, { recursive: true, force: true });
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

const isUpload = ({ path }: Entry) => path.startsWith(UPLOADS);
const nameOf = ({ path }: Entry) => path.slice(UPLOADS.length);
