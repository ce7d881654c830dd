import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { KEY_FILE } from '../backup/backup-files.ts';
import { withStoredUploads } from '../backup/stored-uploads.ts';
import { keyFileOf } from '../shop/open-encryption.ts';
import {
  comparePlaces,
  filesFolder,
  isFileName,
  keyIdIn,
  keyIdOf,
  type Piece,
  readPiece,
  snapshotName,
} from './copy-names.ts';
import { type CopyStore, openCopyStore, type StoredPiece } from './copy-store.ts';
import type { CopyJob, CopyJobDone } from './copy-work.ts';
import { encryptFor, sealStream } from './sealing.ts';

type OfStore = Pick<Settings, 'bucket' | 'UPLOADS_DIR' | 'FILES_DIR' | 'DATABASE_URL'>;

/** A snapshot, the files that are not there yet, and the end of what is too old. */
export async function workOnCopy(settings: OfStore, job: CopyJob): Promise<CopyJobDone> {
  const store = openCopyStore(job.place);
  try {
    if (job.snapshot) await putSnapshot(store, job);
    const files = await putFiles(store, settings, job);
    if (job.snapshot) await removeOld(store, job.key.id);
    const left = await store.list();
    return { files, sizeBytes: left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  } finally {
    await store.close();
  }
}

async function putSnapshot(store: CopyStore, { snapshot, key }: CopyJob): Promise<void> {
  if (!snapshot) return;
  const { header, databaseFile } = snapshot;
  const before = await markOf(databaseFile);
  const name = snapshotName(header);
  await store.putStream(name, await sealStream(header, createReadStream(databaseFile), key.recipient));
  if (before === (await markOf(databaseFile))) return;
  await store.remove(name);
  throw settingsError('O banco de dados mudou enquanto era copiado. A loja tenta de novo.');
}

async function markOf(path: string): Promise<string> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return `${size}-${mtimeNs}`;
}

/** What is stored never changes under its name. Files of a bucket of the shop are off this machine already. */
async function putFiles(
  store: CopyStore,
  settings: OfStore,
  { key, withKeyFile, snapshot }: CopyJob,
): Promise<string[]> {
  const folder = filesFolder(key.id);
  const ending = key.recipient === null ? '' : '.age';
  const there = new Set((await store.list(folder)).map(({ name }) => name));
  const put = async (name: string, chunks: AsyncIterable<Uint8Array>) => {
    const { recipient } = key;
    const sealed = recipient === null ? chunks : await encryptFor(recipient, chunks);
    await store.putStream(folder + name + ending, sealed);
  };
  const keyFile = keyFileOf(settings.DATABASE_URL);
  if (withKeyFile && existsSync(keyFile)) await put(KEY_FILE, createReadStream(keyFile));
  else await store.remove(folder + KEY_FILE + ending);
  if (settings.bucket) return [];
  return withStoredUploads({ ...settings, bucket: null }, async (uploads) => {
    const names = await uploads.list(() => {});
    for (const name of names) {
      const chunks = there.has(folder + name + ending) ? undefined : await uploads.read(name);
      if (chunks) await put(name, chunks);
    }
    if (snapshot)
      await removeGone(
        store,
        names.map((name) => folder + name + ending),
        [...there],
      );
    return names;
  });
}

/** Follows removals once a day, unless so many are gone that the folder itself may be. */
async function removeGone(store: CopyStore, names: string[], there: string[]): Promise<void> {
  const kept = new Set(names);
  const gone = there.filter((name) => !kept.has(name) && !name.includes(KEY_FILE));
  if (gone.length > there.length / 2) return;
  for (const name of gone) await store.remove(name);
}

/** The newest two snapshots stay, with all that follows the older one; what another key opens goes. */
async function removeOld(store: CopyStore, keyId: string): Promise<void> {
  const stored = await store.list();
  const pieces = stored.flatMap(({ name }) => readPiece(name) ?? []);
  const snapshots = pieces.filter(({ kind, generation }) => kind === 'snapshot' && keyIdOf(generation) === keyId);
  const [newest, former = newest] = snapshots.toSorted(comparePlaces).toReversed();
  if (!former) return;
  const isOld = (piece: Piece) => keyIdOf(piece.generation) !== keyId || comparePlaces(piece, former) < 0;
  const old = [...pieces.filter(isOld).map(({ name }) => name), ...ofOtherKeys(stored, keyId)];
  for (let at = 0; at < old.length; at += AT_ONCE) {
    await Promise.all(old.slice(at, at + AT_ONCE).map((name) => store.remove(name)));
  }
}

function ofOtherKeys(stored: StoredPiece[], keyId: string): string[] {
  return stored.flatMap(({ name }) => {
    const isOther = isFileName(name) ? !name.startsWith(filesFolder(keyId)) : (keyIdIn(name) ?? keyId) !== keyId;
    return isOther ? [name] : [];
  });
}

const AT_ONCE = 8;
