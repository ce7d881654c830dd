import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Examination, examineDatabase } from '#db/backup.ts';
import { databasePath, holdDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import {
  assertSame,
  checkBackup,
  copyFile,
  DATABASE,
  type Entry,
  hashFile,
  type Manifest,
  told,
  UPLOADS,
} from './backup-files.ts';
import type { Places } from './make-backup.ts';

type Options = { mayOverwrite: boolean };

/** Puts a backup in the store's place. Uploads that the backup does not know of stay. */
export async function restoreBackup(folder: string, places: Places, options: Options): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const database = databasePath(places.databaseUrl);
  await mkdir(dirname(database), { recursive: true });
  await mkdir(places.uploadsDir, { recursive: true });
  const release = holdDatabase(database);
  try {
    if (!options.mayOverwrite) await assertNothingIsLost(database, manifest.files.filter(isUpload), places.uploadsDir);
    await putInPlace(folder, manifest.files, database, places.uploadsDir);
  } finally {
    release();
  }
  return manifest;
}

/** Restores into a folder of its own, lets the store's own code open what is there, and clears it away. */
export async function verifyBackup(folder: string): Promise<Examination> {
  const place = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    const databaseUrl = `file:${join(place, DATABASE)}`;
    await restoreBackup(folder, { databaseUrl, uploadsDir: join(place, 'uploads') }, { mayOverwrite: false });
    const { db, close } = openDatabase(databaseUrl);
    try {
      await migrate(db);
    } finally {
      await close();
    }
    return examineDatabase(databasePath(databaseUrl));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function assertNothingIsLost(database: string, uploads: Entry[], uploadsDir: string): Promise<void> {
  if (existsSync(database)) throw told(`Já há um banco de dados em ${database}. Para trocá-lo, use --overwrite.`);
  for (const upload of uploads) {
    const there = join(uploadsDir, nameOf(upload));
    if (existsSync(there) && (await hashFile(there)).sha256 !== upload.sha256) {
      throw told(`Já há outro arquivo em ${there}. Para trocá-lo, use --overwrite.`);
    }
  }
}

/** Everything is copied beside its place first, so that a full disk leaves the store as it was; the database moves last. */
async function putInPlace(folder: string, files: Entry[], database: string, uploadsDir: string): Promise<void> {
  const waitingDatabase = `${database}.restoring`;
  const waitingUploads = await mkdtemp(join(uploadsDir, '.restoring-'));
  const uploads = files.filter(isUpload).map(nameOf);
  try {
    await rm(waitingDatabase, { force: true });
    for (const entry of files) {
      const waiting = isUpload(entry) ? join(waitingUploads, nameOf(entry)) : waitingDatabase;
      assertSame(entry, await copyFile(join(folder, entry.path), waiting));
    }
    for (const name of uploads) await move(join(waitingUploads, name), join(uploadsDir, name));
    // A journal of the former database would be played into the new one.
    for (const ending of ['-wal', '-shm', '-journal']) await rm(database + ending, { force: true });
    await move(waitingDatabase, database);
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
