import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#src/domain/files/file-store.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { contentTypeOf } from './uploads/content-type.ts';
import { listUploadsBefore, removeDraftsBefore, removeIfThere, storeUpload } from './uploads/store-upload.ts';
import { addressOf, segmentsOf } from './uploads/upload-address.ts';

/** The only place that resolves upload addresses; none ever resolves outside the folder. */
export function openFiles({ uploadsDir }: { uploadsDir: string }): FileStore {
  return {
    async find(address) {
      const segments = segmentsOf(address);
      return segments && lookUp(uploadsDir, segments);
    },
    store: (pieces) => storeUpload(uploadsDir, pieces),
    async put(name, pieces) {
      const path = join(uploadsDir, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(pieces, createWriteStream(path, { mode: 0o600 }));
    },
    async listStoredBefore(moment) {
      return (await listUploadsBefore(uploadsDir, moment)).map(addressOf);
    },
    removeDraftsBefore: (moment) => removeDraftsBefore(uploadsDir, moment),
    async delete(address) {
      const [name, ...further] = segmentsOf(address) ?? [];
      if (name && further.length === 0) await removeIfThere(join(uploadsDir, name));
    },
    close: async () => {},
  };
}

async function lookUp(uploadsDir: string, segments: string[]): Promise<StoredFile | undefined> {
  try {
    const root = await realpath(resolve(uploadsDir));
    const path = await realpath(join(root, ...segments));
    if (!path.startsWith(root + sep)) return undefined;
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    const name = basename(path);
    const read = async (start: number, end: number) => ({ chunks: readPart(path, start, end) });
    return { name, sizeBytes: found.size, type: contentTypeOf(name), modifiedAt: found.mtime, read };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* readPart(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { start, end });
}

function isMissing(error: unknown): boolean {
  return MISSING_CODES.includes(errorCode(error));
}

const MISSING_CODES = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];
