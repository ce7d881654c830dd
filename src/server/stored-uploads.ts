import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BucketSettings, Settings } from '#src/config.ts';
import type { StoredFile } from '#src/domain/shop.ts';
import { settingsError } from '#src/wire/settings-error.ts';
import {
  assertSame,
  copyFile,
  type Digest,
  type Entry,
  hashFile,
  hashOf,
  listFiles,
  readThrough,
  UPLOADS,
  writeFrom,
} from './backup-files.ts';

/** The shop's files as a backup copies them and a restore brings them back, from a folder or from a bucket. */
export type StoredUploads = {
  list(): Promise<string[]>;
  /** Into a new file. */
  copyTo(name: string, path: string): Promise<Digest>;
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Nothing is seen of a file before it is whole. */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when there is no such file. */
  digest(name: string): Promise<Digest | undefined>;
  /** Where it is, in words for the owner; without a name, where all are. */
  describe(name?: string): string;
  /** Brings what a backup's folder has as near as it can get without being seen. */
  prepare(folder: string, entries: Entry[]): Promise<PreparedUploads>;
  close(): Promise<void>;
};

export type PreparedUploads = { putInPlace(): Promise<void>; discard(): Promise<void> };

export async function withStoredUploads<Result>(
  { bucket, UPLOADS_DIR }: Settings,
  run: (uploads: StoredUploads) => Promise<Result>,
): Promise<Result> {
  const uploads = bucket ? await uploadsInBucket(bucket) : uploadsInFolder(UPLOADS_DIR);
  try {
    return await run(uploads);
  } finally {
    await uploads.close();
  }
}

export function uploadsInFolder(uploadsDir: string): StoredUploads {
  return {
    list: () => listFiles(uploadsDir),
    copyTo: (name, path) => copyFile(join(uploadsDir, name), path),
    read: async (name) => createReadStream(join(uploadsDir, name)),
    async put(name, chunks) {
      await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
      const waiting = await mkdtemp(join(uploadsDir, '.moving-'));
      try {
        await writeFrom(chunks, join(waiting, 'file'));
        await move(join(waiting, 'file'), join(uploadsDir, name));
      } finally {
        await rm(waiting, { recursive: true, force: true });
      }
    },
    async digest(name) {
      const path = join(uploadsDir, name);
      return existsSync(path) ? hashFile(path) : undefined;
    },
    describe: (name = '') => join(uploadsDir, name),
    async prepare(folder, entries) {
      await mkdir(uploadsDir, { recursive: true });
      const waiting = await mkdtemp(join(uploadsDir, '.restoring-'));
      const discard = () => rm(waiting, { recursive: true, force: true });
      try {
        for (const entry of entries) {
          assertSame(entry, await copyFile(join(folder, entry.path), join(waiting, nameOf(entry))));
        }
      } catch (error) {
        await discard();
        throw error;
      }
      const putInPlace = async () => {
        for (const name of entries.map(nameOf)) await move(join(waiting, name), join(uploadsDir, name));
      };
      return { putInPlace, discard };
    },
    close: async () => {},
  };
}

export async function uploadsInBucket(settings: BucketSettings): Promise<StoredUploads> {
  const [{ openBucket }, { addressOf }] = await Promise.all([
    import('#src/gateways/files/bucket.ts'),
    import('#src/gateways/files/upload-address.ts'),
  ]);
  const bucket = openBucket(settings);
  const find = (name: string) => bucket.find(addressOf(name));
  const read = async (name: string) => {
    const file = await find(name);
    if (!file) throw settingsError(`O arquivo ${name} foi removido durante a cópia. Repita o comando.`);
    return contentOf(file);
  };
  return {
    list: () => bucket.listNames(),
    copyTo: async (name, path) => writeFrom(await read(name), path),
    read,
    put: (name, chunks) => bucket.put(name, chunks),
    async digest(name) {
      const file = await find(name);
      return file && hashOf(await contentOf(file));
    },
    describe: (name = '') => `s3://${settings.bucket}/${settings.prefix}${name}`,
    async prepare(folder, entries) {
      const putInPlace = async () => {
        for (const entry of entries) {
          const source = createReadStream(join(folder, entry.path));
          assertSame(entry, await readThrough(source, (chunks) => bucket.put(nameOf(entry), chunks)));
        }
      };
      return { putInPlace, discard: async () => {} };
    },
    close: () => bucket.close(),
  };
}

async function contentOf({ sizeBytes, read }: StoredFile): Promise<AsyncIterable<Uint8Array>> {
  return sizeBytes === 0 ? createEmpty() : (await read(0, sizeBytes - 1)).chunks;
}

async function* createEmpty(): AsyncGenerator<Uint8Array> {}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

const nameOf = ({ path }: Entry) => path.slice(UPLOADS.length);
