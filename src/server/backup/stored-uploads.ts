import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BucketSettings, Settings } from '#src/config.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { SOLD_FOLDER } from '#src/gateways/files/sold-folder.ts';
import {
  assertSame,
  copyFile,
  type Digest,
  type Entry,
  hashFile,
  hashOf,
  type LeaveOut,
  linkFile,
  listFiles,
  openToRead,
  openWorkplace,
  readThrough,
  SOLD,
  UPLOADS,
  writeFrom,
} from './backup-files.ts';

/** The shop's files as a backup copies them and a restore brings them back, under the names that they have in a backup. */
export type StoredUploads = {
  /** Throws at the first file that no backup can have, unless it may be left out. */
  list(leaveOut?: LeaveOut): Promise<string[]>;
  /** What a backup in that folder copies; sold files of its own file system are linked. */
  measure(folder: string): Promise<{ copiedBytes: number; linkedBytes: number }>;
  /** The path is that of a new file. Both are undefined where the file was removed meanwhile. */
  copyTo(name: string, path: string): Promise<Digest | undefined>;
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Nothing is seen of a file before it is whole. */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** It is undefined when there is no such file. */
  digest(name: string): Promise<Digest | undefined>;
  /** It tells the owner where the file is, or where all are. */
  describe(name?: string): string;
  /** Brings what a backup's folder has as near as it can get without being seen. */
  prepare(folder: string, entries: Entry[]): Promise<PreparedUploads>;
  close(): Promise<void>;
};

type PreparedUploads = { putInPlace(): Promise<void>; discard(): Promise<void> };

export async function withStoredUploads<Result>(
  { bucket, UPLOADS_DIR, FILES_DIR }: Pick<Settings, 'bucket' | 'UPLOADS_DIR' | 'FILES_DIR'>,
  run: (uploads: StoredUploads) => Promise<Result>,
): Promise<Result> {
  const uploads = bucket
    ? await uploadsInBucket(bucket)
    : uploadsInFolder({ uploadsDir: UPLOADS_DIR, filesDir: FILES_DIR });
  try {
    return await run(uploads);
  } finally {
    await uploads.close();
  }
}

export type Folders = { uploadsDir: string; filesDir: string };

export function uploadsInFolder({ uploadsDir, filesDir }: Folders): StoredUploads {
  const pathOf = (name: string) =>
    name.startsWith(SOLD) ? join(filesDir, name.slice(SOLD.length)) : join(uploadsDir, name.slice(UPLOADS.length));
  const waitIn = async (prefix: string) => ({
    uploads: await openWorkplace(uploadsDir, prefix),
    sold: await openWorkplace(filesDir, prefix),
  });
  const discard = async ({ uploads, sold }: Waiting) => {
    for (const folder of [uploads, sold]) await rm(folder, { recursive: true, force: true });
  };
  const unlessGone = (name: string) => (error: unknown) => {
    if (existsSync(pathOf(name))) throw error;
    return undefined;
  };
  return {
    async list(leaveOut) {
      const uploads = (await listFiles(uploadsDir, leaveOut)).map((name) => UPLOADS + name);
      return [...uploads, ...(await listFiles(filesDir, leaveOut)).map((name) => SOLD + name)];
    },
    async measure(folder) {
      const [uploads, sold] = await Promise.all([sizeOf(uploadsDir), sizeOf(filesDir)]);
      const isLinked = existsSync(filesDir) && (await stat(filesDir)).dev === (await stat(folder)).dev;
      return isLinked ? { copiedBytes: uploads, linkedBytes: sold } : { copiedBytes: uploads + sold, linkedBytes: 0 };
    },
    copyTo: (name, path) => (name.startsWith(SOLD) ? linkFile : copyFile)(pathOf(name), path).catch(unlessGone(name)),
    read: (name) => openToRead(pathOf(name)).catch(unlessGone(name)),
    async put(name, chunks) {
      const waiting = await waitIn('.moving-');
      try {
        await writeFrom(chunks, waitingPath(waiting, name));
        await move(waitingPath(waiting, name), pathOf(name));
      } finally {
        await discard(waiting);
      }
    },
    async digest(name) {
      const path = pathOf(name);
      return existsSync(path) ? hashFile(path) : undefined;
    },
    describe: (name) => (name === undefined ? `${uploadsDir} e ${filesDir}` : pathOf(name)),
    async prepare(folder, entries) {
      const waiting = await waitIn('.restoring-');
      try {
        for (const entry of entries) {
          const copy = entry.path.startsWith(SOLD) ? linkFile : copyFile;
          assertSame(entry, await copy(join(folder, entry.path), waitingPath(waiting, entry.path)));
        }
      } catch (error) {
        await discard(waiting);
        throw error;
      }
      const putInPlace = async () => {
        for (const { path } of entries) await move(waitingPath(waiting, path), pathOf(path));
      };
      return { putInPlace, discard: () => discard(waiting) };
    },
    close: async () => {},
  };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await listFiles(folder, () => {})) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

type Waiting = { uploads: string; sold: string };

/** The path is on the same file system as its place. */
function waitingPath({ uploads, sold }: Waiting, name: string): string {
  return join(name.startsWith(SOLD) ? sold : uploads, name);
}

export async function uploadsInBucket(settings: BucketSettings): Promise<StoredUploads> {
  const [{ openBucket }, { openSoldFilesInBucket }, { addressOf }] = await Promise.all([
    import('#src/gateways/files/bucket/bucket.ts'),
    import('#src/gateways/files/bucket/sold-files-in-bucket.ts'),
    import('#src/gateways/files/uploads/upload-address.ts'),
  ]);
  const bucket = openBucket(settings);
  const sold = openSoldFilesInBucket(settings);
  const find = (name: string) =>
    name.startsWith(SOLD) ? sold.find(name.slice(SOLD.length)) : bucket.find(addressOf(name.slice(UPLOADS.length)));
  const put: StoredUploads['put'] = (name, chunks) =>
    name.startsWith(SOLD) ? sold.put(name.slice(SOLD.length), chunks) : bucket.put(name.slice(UPLOADS.length), chunks);
  const read = async (name: string) => {
    const file = await find(name);
    return file && contentOf(file);
  };
  return {
    async list() {
      const uploads = (await bucket.listNames()).map((name) => UPLOADS + name);
      return [...uploads, ...(await sold.listNames()).map((name) => SOLD + name)];
    },
    measure: async () => ({ copiedBytes: await bucket.sumBytes(), linkedBytes: 0 }),
    async copyTo(name, path) {
      const chunks = await read(name);
      return chunks && writeFrom(chunks, path);
    },
    read,
    put,
    async digest(name) {
      const file = await find(name);
      return file && hashOf(await contentOf(file));
    },
    describe(name = UPLOADS) {
      const key = name.startsWith(SOLD) ? `${SOLD_FOLDER}${name.slice(SOLD.length)}` : name.slice(UPLOADS.length);
      return `s3://${settings.bucket}/${settings.prefix}${key}`;
    },
    async prepare(folder, entries) {
      const putInPlace = async () => {
        for (const entry of entries) {
          const source = createReadStream(join(folder, entry.path));
          assertSame(entry, await readThrough(source, (chunks) => put(entry.path, chunks)));
        }
      };
      return { putInPlace, discard: async () => {} };
    },
    async close() {
      await bucket.close();
      await sold.close();
    },
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
