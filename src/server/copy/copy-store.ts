import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { BackupBucket, CopyPlace } from '#src/domain/backups/restore-source.ts';
import { openBackupBucket } from '#src/gateways/files/bucket/backup-bucket.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { writeFrom } from '../backup/backup-files.ts';
import { COPY_FOLDER } from './copy-names.ts';

/** Names begin below its folder, and nothing is seen of a piece before it is whole. */
export type CopyStore = {
  list(prefix?: string): Promise<StoredPiece[]>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  putStream(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  has(name: string): Promise<boolean>;
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

export type StoredPiece = { name: string; sizeBytes: number };

/** Tells places apart, without a secret. */
export function placeText({ folder, bucket }: CopyPlace): string {
  return bucket ? `${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}` : folder;
}

export function openCopyStore({ folder, bucket }: CopyPlace): CopyStore {
  return bucket ? inBucket(bucket) : inFolder(join(folder, COPY_FOLDER));
}

function inBucket(bucket: BackupBucket): CopyStore {
  const store = openBackupBucket(bucket);
  return {
    async list(prefix = '') {
      const found = await store.list(COPY_FOLDER + prefix);
      return found.map(({ name, sizeBytes }) => ({ name: prefix + name, sizeBytes }));
    },
    put: (name, bytes) => store.putSmall(COPY_FOLDER + name, bytes),
    putStream: (name, chunks) => store.put(COPY_FOLDER + name, chunks),
    has: async (name) => (await store.find(COPY_FOLDER + name)) !== undefined,
    async read(name) {
      const file = await store.find(COPY_FOLDER + name);
      if (!file) throw gone(name);
      return file.sizeBytes === 0 ? Readable.from([]) : (await file.read(0, file.sizeBytes - 1)).chunks;
    },
    remove: (name) => store.remove(COPY_FOLDER + name),
    close: () => store.close(),
  };
}

function inFolder(root: string): CopyStore {
  return {
    async list(prefix = '') {
      return (await filesBelow(root, prefix)).filter(({ name }) => name.startsWith(prefix));
    },
    put: (name, bytes) => writeWhole(join(root, name), (waiting) => writeFile(waiting, bytes, OWN)),
    putStream: (name, chunks) => writeWhole(join(root, name), (waiting) => writeFrom(chunks, waiting)),
    has: async (name) => existsSync(join(root, name)),
    async read(name) {
      const path = join(root, name);
      await stat(path).catch(() => {
        throw gone(name);
      });
      return createReadStream(path);
    },
    async remove(name) {
      await rm(join(root, name), { force: true });
      await removeEmpty(root, dirname(name));
    },
    close: async () => {},
  };
}

async function writeWhole(path: string, write: (waiting: string) => Promise<unknown>): Promise<void> {
  const waiting = join(dirname(path), `.${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await write(waiting);
    await rename(waiting, path);
  } finally {
    await rm(waiting, { force: true });
  }
}

const OWN = { flag: 'wx', mode: 0o600, flush: true };

async function filesBelow(root: string, prefix: string): Promise<StoredPiece[]> {
  const begin = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = await readEntries(join(root, begin));
  const found = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { name: path.slice(join(root, '/').length), sizeBytes: (await stat(path)).size };
    });
  return (await Promise.all(found)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function readEntries(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw settingsError(`A pasta ${folder} não pode ser lida (${errorCode(error, 'erro')}).`, error);
  }
}

/** A folder that something lies in stays. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let each = folder; each !== '.'; each = dirname(each)) {
    const left = await readdir(join(root, each)).catch(() => null);
    if (left === null || left.length > 0) return;
    await rm(join(root, each), { recursive: true, force: true });
  }
}

function gone(name: string): Error {
  return settingsError(`Falta na cópia contínua: ${name}.`);
}
