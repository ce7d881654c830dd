import { createHash } from 'node:crypto';
import type { BucketSettings } from '#src/config.ts';
import type { Draft, SoldFileStore } from '#src/domain/files/sold-files.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { SOLD_FOLDER } from '../sold-folder.ts';
import { isPlainName } from '../uploads/upload-address.ts';
import { openUploadDigests, sha256Of, takeChunk } from '../uploads/upload-digests.ts';
import { findKey, listObjects } from './bucket.ts';
import { type BucketTimeouts, openBucketCalls } from './bucket-calls.ts';
import { isBucketError, reasonOf } from './bucket-errors.ts';
import { createMultipart, joinParts, openBucketWriter, PART_BYTES } from './bucket-writer.ts';

export type SoldBucket = SoldFileStore & {
  /** The names are sorted. */
  listNames(): Promise<string[]>;
};

/** Sold files in the bucket. A draft is a multipart upload whose parts stand in its state, so any process goes on with it. */
export function openSoldFilesInBucket(settings: BucketSettings, timeouts?: BucketTimeouts): SoldBucket {
  const calls = openBucketCalls(settings, timeouts);
  const digests = openUploadDigests();
  const keyOf = (name: string) => settings.prefix + SOLD_FOLDER + name;
  const find: SoldFileStore['find'] = (name) => findKey(calls, { key: keyOf(name), name, isLinked: settings.isLinked });

  async function sendPart({ key, uploadId, etags }: Parts & { key: string }, body: Buffer): Promise<string> {
    const bodySha256 = createHash('sha256').update(body).digest('hex');
    const query = { partNumber: String(etags.length + 1), uploadId };
    const patience = calls.timeouts.sending;
    const { headers } = await calls.ask({ method: 'PUT', key, query, body, bodySha256, patience });
    return String(headers['etag'] ?? '');
  }

  return {
    freeBytes: async () => null,

    async append(draft, chunks) {
      const key = keyOf(draft.name);
      const parts = readParts(draft) ?? { uploadId: await createMultipart(calls, key, HEADERS), etags: [] };
      const source = chunks[Symbol.asyncIterator]();
      const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
      let hash = digests.begin(draft.name, draft.offsetBytes);
      let keptHash = hash?.copy() ?? null;
      let offsetBytes = draft.offsetBytes;
      let filled = 0;
      const keepPart = async () => {
        parts.etags.push(await sendPart({ key, ...parts }, buffer.subarray(0, filled)));
        offsetBytes += filled;
        filled = 0;
        keptHash = hash?.copy() ?? null;
      };
      try {
        for (;;) {
          const taken = await takeChunk(source);
          if ('chunk' in taken) {
            for (let rest = taken.chunk; rest.length > 0; ) {
              const piece = rest.subarray(0, PART_BYTES - filled);
              buffer.set(piece, filled);
              hash?.update(piece);
              filled += piece.length;
              rest = rest.subarray(piece.length);
              if (filled === PART_BYTES) await keepPart();
            }
            continue;
          }
          // The last part alone may be shorter, and some stores want all others alike.
          if (filled > 0 && offsetBytes + filled === draft.sizeBytes) await keepPart();
          hash = keptHash;
          digests.keep(draft.name, offsetBytes, hash);
          if (filled > 0 && offsetBytes === draft.offsetBytes && !taken.brokenBy) return { outcome: 'too_small' };
          return { outcome: 'kept', offsetBytes, storeState: JSON.stringify(parts), brokenBy: taken.brokenBy };
        }
      } catch (error) {
        if (isUploadGone(error)) return { outcome: 'lost' };
        if (offsetBytes === draft.offsetBytes || !isBucketError(error)) throw error;
        // The parts that came through need not be sent again.
        digests.keep(draft.name, offsetBytes, keptHash);
        return { outcome: 'kept', offsetBytes, storeState: JSON.stringify(parts), brokenBy: error };
      }
    },

    async complete(draft) {
      const { name, sizeBytes } = draft;
      const parts = readParts(draft);
      if (!parts) return { outcome: 'lost' };
      try {
        await joinParts(calls, { key: keyOf(name), ...parts, sizeBytes });
      } catch (error) {
        if (isUploadGone(error)) return { outcome: 'lost' };
        throw error;
      }
      const file = await find(name);
      if (file?.sizeBytes !== sizeBytes) return { outcome: 'lost' };
      const sha256 = await hashOf(file);
      if (digests.differs(name, sizeBytes, sha256)) return { outcome: 'other' };
      digests.forget(name);
      return { outcome: 'whole', sha256 };
    },

    async abandon(draft) {
      digests.forget(draft.name);
      const key = keyOf(draft.name);
      const uploadId = readParts(draft)?.uploadId;
      if (uploadId) await calls.ask({ method: 'DELETE', key, query: { uploadId }, accepts: [404] });
      await calls.ask({ method: 'DELETE', key, accepts: [404] });
    },

    find,

    async hash(name) {
      const file = await find(name);
      return file && hashOf(file);
    },

    async put(name, pieces) {
      const writer = openBucketWriter(calls, keyOf(name), TYPE);
      try {
        for await (const piece of pieces) await writer.write(piece);
        await writer.complete();
      } finally {
        await writer.abort();
      }
    },

    async delete(name) {
      await calls.ask({ method: 'DELETE', key: keyOf(name), accepts: [404] });
    },

    async listNames() {
      const names: string[] = [];
      for await (const { name } of listObjects(calls, keyOf(''))) names.push(name);
      return names.filter(isPlainName).sort();
    },

    close: () => calls.close(),
  };
}

const TYPE = 'application/octet-stream';
const HEADERS = { 'content-type': TYPE };

async function hashOf({ sizeBytes, read }: StoredFile): Promise<string> {
  return sha256Of((await read(0, sizeBytes - 1)).chunks);
}

type Parts = { uploadId: string; etags: string[] };

function readParts({ storeState }: Draft): Parts | null {
  return storeState === '' ? null : (JSON.parse(storeState) as Parts);
}

function isUploadGone(error: unknown): boolean {
  return isBucketError(error) && reasonOf(error) === 'NoSuchUpload';
}
