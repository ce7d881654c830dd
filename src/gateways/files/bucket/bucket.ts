import { randomBytes } from 'node:crypto';
import type { BucketSettings } from '#src/config.ts';
import type { FileStore, UploadOutcome } from '#src/domain/files/file-store.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { contentTypeOf } from '../uploads/content-type.ts';
import { inspectUpload, STORED_NAME, withFullHead } from '../uploads/inspect-upload.ts';
import { addressOf, isPlainName, segmentsOf } from '../uploads/upload-address.ts';
import { type BucketCalls, type BucketResponse, type BucketTimeouts, openBucketCalls } from './bucket-calls.ts';
import { readObject } from './bucket-reading.ts';
import { type BucketWriter, openBucketWriter } from './bucket-writer.ts';
import { elementsOf, textOf } from './bucket-xml.ts';

export type Bucket = FileStore & {
  /** The names are all that an address can lead to, sorted. */
  listNames(): Promise<string[]>;
  /** It counts all below the prefix, sold files too. */
  sumBytes(): Promise<number>;
};

/** Files in an S3-compatible bucket. Throws a `BucketError` when the store cannot be used. */
export function openBucket(settings: BucketSettings, timeouts?: BucketTimeouts): Bucket {
  const calls = openBucketCalls(settings, timeouts);
  const { prefix } = settings;
  return {
    async find(address) {
      const segments = segmentsOf(address);
      return segments && findObject(calls, settings, segments);
    },
    store: (pieces) => storeUpload(calls, prefix, pieces),
    async put(name, pieces) {
      const writer = openBucketWriter(calls, prefix + name, contentTypeOf(name));
      try {
        for await (const piece of pieces) await writer.write(piece);
        await writer.complete();
      } finally {
        await writer.abort();
      }
    },
    async listStoredBefore(moment) {
      const names: string[] = [];
      for await (const { name, modifiedAt } of listObjects(calls, prefix, { delimiter: '/' })) {
        if (STORED_NAME.test(name) && modifiedAt < moment) names.push(name);
      }
      return names.map(addressOf);
    },
    removeDraftsBefore: (moment) => abortUploadsBefore(calls, prefix, moment),
    async delete(address) {
      const [name, ...further] = segmentsOf(address) ?? [];
      if (name && further.length === 0) await calls.ask({ method: 'DELETE', key: prefix + name, accepts: [404] });
    },
    async listNames() {
      const names: string[] = [];
      for await (const { name } of listObjects(calls, prefix)) names.push(name);
      return names.filter((name) => name.split('/').every(isPlainName)).sort();
    },
    async sumBytes() {
      let bytes = 0;
      for await (const { sizeBytes } of listObjects(calls, prefix)) bytes += sizeBytes;
      return bytes;
    },
    close: () => calls.close(),
  };
}

async function findObject(
  calls: BucketCalls,
  { prefix, isLinked }: BucketSettings,
  segments: string[],
): Promise<StoredFile | undefined> {
  return findKey(calls, { key: prefix + segments.join('/'), name: segments.at(-1) ?? '', isLinked });
}

export async function findKey(
  calls: BucketCalls,
  { key, name, isLinked }: { key: string; name: string; isLinked: boolean },
): Promise<StoredFile | undefined> {
  // No store keeps longer keys, and some answer them with an error.
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES) return undefined;
  const { statusCode, headers } = await calls.ask({ method: 'HEAD', key, accepts: [404] });
  if (statusCode === 404) return undefined;
  const type = contentTypeOf(name);
  const etag = textIn(headers, 'etag');
  const link = (seconds: number, contentDisposition: string) =>
    calls.link(key, seconds, {
      'response-content-disposition': contentDisposition,
      'response-content-type': type,
    });
  return {
    name,
    sizeBytes: Number(textIn(headers, 'content-length')),
    type,
    modifiedAt: new Date(textIn(headers, 'last-modified')),
    read: (start, end) => readObject(calls, { key, etag }, start, end),
    ...(isLinked && { link }),
  };
}

const LONGEST_KEY_BYTES = 1_024;

async function storeUpload(
  calls: BucketCalls,
  prefix: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<UploadOutcome> {
  const inspection = inspectUpload();
  const id = randomBytes(16).toString('hex');
  let outcome: UploadOutcome = { state: 'refused', reason: 'empty' };
  let writer: BucketWriter | undefined;
  try {
    for await (const piece of withFullHead(pieces)) {
      const reason = await inspection.findRefusal(piece);
      if (reason) return { state: 'refused', reason };
      const name = `${id}.${inspection.extension()}`;
      outcome = { state: 'stored', address: addressOf(name) };
      writer ??= openBucketWriter(calls, prefix + name, contentTypeOf(name));
      await writer.write(piece);
    }
    await writer?.complete();
    return outcome;
  } finally {
    await writer?.abort();
  }
}

type Listed = { name: string; sizeBytes: number; modifiedAt: Date };

export async function* listObjects(
  calls: BucketCalls,
  prefix: string,
  query: Record<string, string> = {},
): AsyncGenerator<Listed> {
  for (let next: Record<string, string> | null = {}; next; ) {
    const page: Record<string, string> = { 'list-type': '2', prefix, ...query, ...next };
    const { text } = await calls.ask({ method: 'GET', query: page });
    for (const entry of elementsOf(text, 'Contents')) {
      const name = (textOf(entry, 'Key') ?? '').slice(prefix.length);
      const sizeBytes = Number(textOf(entry, 'Size') ?? 0);
      yield { name, sizeBytes, modifiedAt: new Date(textOf(entry, 'LastModified') ?? '') };
    }
    const token = textOf(text, 'NextContinuationToken');
    next = token === undefined ? null : { 'continuation-token': token };
  }
}

/** Aborts uploads of ours alone; stores that cannot list them answer 501, and their own rules clean up. */
async function abortUploadsBefore(calls: BucketCalls, prefix: string, moment: Date): Promise<void> {
  for (let next: Record<string, string> | null = {}; next; ) {
    const page: Record<string, string> = { uploads: '', prefix, ...next };
    const { statusCode, text } = await calls.ask({ method: 'GET', query: page, accepts: [501] });
    if (statusCode === 501) return;
    for (const entry of elementsOf(text, 'Upload')) {
      const key = textOf(entry, 'Key') ?? '';
      const uploadId = textOf(entry, 'UploadId') ?? '';
      const isDead = STORED_NAME.test(key.slice(prefix.length)) && new Date(textOf(entry, 'Initiated') ?? '') < moment;
      if (isDead) await calls.ask({ method: 'DELETE', key, query: { uploadId }, accepts: [404] });
    }
    const keyMarker = textOf(text, 'NextKeyMarker');
    const isMore = textOf(text, 'IsTruncated') === 'true' && keyMarker !== undefined;
    next = isMore ? { 'key-marker': keyMarker, 'upload-id-marker': textOf(text, 'NextUploadIdMarker') ?? '' } : null;
  }
}

function textIn(headers: BucketResponse['headers'], name: string): string {
  return String(headers[name] ?? '');
}
