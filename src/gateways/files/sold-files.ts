import { constants, createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Draft, SoldFileStore } from '#src/domain/files/sold-files.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isDiskFull, removeIfThere, syncFolder } from './uploads/store-upload.ts';
import { openUploadDigests, sha256Of, takeChunk } from './uploads/upload-digests.ts';

/** Sold files in a folder that no route serves. */
export function openSoldFiles({ filesDir }: { filesDir: string }): SoldFileStore {
  const digests = openUploadDigests();
  const pathOf = (name: string) => join(filesDir, name);
  const draftOf = (name: string) => join(filesDir, `.transfer-${name}`);
  const sizeOf = async (path: string) => (await stat(path).catch(nullIfMissing))?.size ?? null;

  async function openDraft({ name, offsetBytes }: Draft): Promise<FileHandle | null> {
    await mkdir(filesDir, { recursive: true, mode: 0o700 });
    const file = await open(draftOf(name), constants.O_RDWR | constants.O_CREAT, 0o600);
    if ((await file.stat()).size >= offsetBytes) return file;
    await file.close();
    return null;
  }

  return {
    async freeBytes() {
      await mkdir(filesDir, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(filesDir);
      return bavail * bsize;
    },

    async append(draft, chunks) {
      const file = await openDraft(draft).catch(nullIfFull);
      if (file === undefined) return { outcome: 'no_room' };
      if (file === null) return { outcome: 'lost' };
      const source = chunks[Symbol.asyncIterator]();
      const hash = digests.begin(draft.name, draft.offsetBytes);
      let offsetBytes = draft.offsetBytes;
      try {
        // The file may be incomplete after the last piece that the database knows of.
        await file.truncate(offsetBytes);
        for (;;) {
          const taken = await takeChunk(source);
          if ('chunk' in taken) {
            await writeAll(file, taken.chunk, offsetBytes);
            hash?.update(taken.chunk);
            offsetBytes += taken.chunk.length;
            continue;
          }
          await file.sync();
          digests.keep(draft.name, offsetBytes, hash);
          return { outcome: 'kept', offsetBytes, storeState: '', brokenBy: taken.brokenBy };
        }
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await file.truncate(draft.offsetBytes);
        return { outcome: 'no_room' };
      } finally {
        await file.close();
      }
    },

    async complete({ name, sizeBytes }) {
      const path = (await sizeOf(draftOf(name))) === null ? pathOf(name) : draftOf(name);
      if ((await sizeOf(path)) !== sizeBytes) return { outcome: 'lost' };
      const sha256 = await sha256Of(createReadStream(path));
      if (digests.differs(name, sizeBytes, sha256)) return { outcome: 'other' };
      // Another process, or an earlier try, may have done it.
      await rename(draftOf(name), pathOf(name)).catch(nullIfMissing);
      await syncFolder(filesDir);
      if ((await sizeOf(pathOf(name))) !== sizeBytes) return { outcome: 'lost' };
      digests.forget(name);
      return { outcome: 'whole', sha256 };
    },

    async abandon({ name }) {
      digests.forget(name);
      await removeIfThere(draftOf(name));
      await removeIfThere(pathOf(name));
    },

    async find(name) {
      const found = await stat(pathOf(name)).catch(nullIfMissing);
      if (!found?.isFile()) return undefined;
      const read = async (start: number, end: number) => ({ chunks: readPart(pathOf(name), start, end) });
      return { name, sizeBytes: found.size, type: SOLD_TYPE, modifiedAt: found.mtime, read };
    },

    async hash(name) {
      return (await sizeOf(pathOf(name))) === null ? undefined : sha256Of(createReadStream(pathOf(name)));
    },

    async put(name, pieces) {
      await mkdir(filesDir, { recursive: true, mode: 0o700 });
      await pipeline(pieces, createWriteStream(pathOf(name), { mode: 0o600, flush: true }));
    },

    delete: (name) => removeIfThere(pathOf(name)),
    close: async () => {},
  };
}

/** Whatever it contains, no browser runs it. */
const SOLD_TYPE = 'application/octet-stream';

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

async function* readPart(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { start, end });
}

function nullIfMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error;
  return null;
}

function nullIfFull(error: unknown): undefined {
  if (!isDiskFull(error)) throw error;
}
