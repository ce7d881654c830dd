import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { FileStore, StoredFile } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/error-code.ts';
import { contentTypeOf } from './content-type.ts';
import { listUploadsBefore, removeDraftsBefore, removeIfThere, storeUpload } from './store-upload.ts';

/** The only place that resolves upload addresses; none ever resolves outside the folder. */
export function openFiles({ uploadsDir }: { uploadsDir: string }): FileStore {
  return {
    async find(address) {
      const segments = readAddress(address);
      return segments && lookUp(uploadsDir, segments);
    },
    store: (pieces) => storeUpload(uploadsDir, pieces),
    async listStoredBefore(moment) {
      return (await listUploadsBefore(uploadsDir, moment)).map((name) => PREFIX + name);
    },
    removeDraftsBefore: (moment) => removeDraftsBefore(uploadsDir, moment),
    async delete(address) {
      const [name, ...further] = readAddress(address) ?? [];
      if (name && further.length === 0) await removeIfThere(join(uploadsDir, name));
    },
  };
}

const PREFIX = '/uploads/';

function readAddress(address: string): string[] | undefined {
  if (!address.startsWith(PREFIX)) return undefined;
  const path = decoded(address.slice(PREFIX.length));
  const segments = path?.split('/');
  return segments?.every(isPlainName) ? segments : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A leading dot marks unfinished uploads, or an escape from the folder. */
function isPlainName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('.') && !/[\\\0]/.test(segment);
}

async function lookUp(uploadsDir: string, segments: string[]): Promise<StoredFile | undefined> {
  try {
    const root = await realpath(resolve(uploadsDir));
    const path = await realpath(join(root, ...segments));
    if (!path.startsWith(root + sep)) return undefined;
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    const name = basename(path);
    const read = (start: number, end: number) => readPart(path, start, end);
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
