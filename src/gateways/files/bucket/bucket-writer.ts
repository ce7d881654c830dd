import { createHash } from 'node:crypto';
import type { BucketCalls } from './bucket-calls.ts';
import { bucketError, isBucketError, reasonOf } from './bucket-errors.ts';
import { escapeXml, textOf } from './bucket-xml.ts';

export const PART_BYTES = 8 * 1024 * 1024;

export type BucketWriter = {
  write(piece: Uint8Array): Promise<void>;
  /** The object cannot be seen before. */
  complete(): Promise<void>;
  /** Leaves nothing behind; does nothing after a completion. */
  abort(): Promise<void>;
};

/** Holds one part in memory. A single PUT sends what fits into one. */
export function openBucketWriter(calls: BucketCalls, key: string, type: string): BucketWriter {
  // Pages that are never written to take no memory, so a small picture costs little.
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  const patience = calls.timeouts.sending;
  const headers = { 'content-type': type };
  let filled = 0;
  let hash = createHash('sha256');
  let sizeBytes = 0;
  let uploadId: string | undefined;
  const etags: string[] = [];
  let state: 'open' | 'completing' | 'completed' = 'open';

  /** The object is unseen meanwhile, so its part may be sent again. */
  async function send(query: Record<string, string>, partHeaders: Record<string, string>): Promise<string> {
    const body = part.subarray(0, filled);
    const bodySha256 = hash.digest('hex');
    const call = { method: 'PUT', key, query, headers: partHeaders, body, bodySha256, patience } as const;
    const response = await calls.ask(call);
    filled = 0;
    hash = createHash('sha256');
    return String(response.headers['etag'] ?? '');
  }

  async function sendPart(): Promise<void> {
    uploadId ??= await createMultipart(calls, key, headers);
    etags.push(await send({ partNumber: String(etags.length + 1), uploadId }, {}));
  }

  return {
    async write(piece) {
      for (let rest = piece; rest.length > 0; ) {
        if (filled === PART_BYTES) await sendPart();
        const taken = rest.subarray(0, PART_BYTES - filled);
        part.set(taken, filled);
        hash.update(taken);
        filled += taken.length;
        sizeBytes += taken.length;
        rest = rest.subarray(taken.length);
      }
    },
    async complete() {
      if (uploadId) await sendPart();
      state = 'completing';
      if (uploadId) await joinParts(calls, { key, uploadId, etags, sizeBytes });
      else await send({}, headers);
      state = 'completed';
    },
    async abort() {
      if (state === 'completed') return;
      const patience = { tryMs: ABORT_MS, deadlineMs: ABORT_MS };
      const leftovers = [
        ...(uploadId ? [calls.ask({ method: 'DELETE', key, query: { uploadId }, accepts: [404], patience })] : []),
        ...(state === 'completing' ? [calls.ask({ method: 'DELETE', key, accepts: [404], patience })] : []),
      ];
      // The caller reports why it broke off; the hourly cleaning aborts what a silent store still keeps.
      await Promise.allSettled(leftovers);
    },
  };
}

const ABORT_MS = 4_000;

export async function createMultipart(
  calls: BucketCalls,
  key: string,
  headers: Record<string, string>,
): Promise<string> {
  const { text } = await calls.ask({ method: 'POST', key, query: { uploads: '' }, headers });
  const id = textOf(text, 'UploadId');
  if (!id) throw bucketError('no_upload_id', false);
  return id;
}

export type Multipart = { key: string; uploadId: string; etags: string[]; sizeBytes: number };

/** It may be repeated. */
export async function joinParts(calls: BucketCalls, multipart: Multipart): Promise<void> {
  const { key, uploadId, etags } = multipart;
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
  const call = {
    method: 'POST',
    key,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(xml),
    patience: calls.timeouts.sending,
  } as const;
  try {
    const { text } = await calls.ask(call);
    // A status of 200 is sent before the parts are joined.
    if (text.includes('<Error>')) throw bucketError(textOf(text, 'Code') ?? 'not_joined', false);
  } catch (error) {
    if (!(await isJoined(calls, multipart, error))) throw error;
  }
}

/** A repeated call is told that there is no such upload when the first one came through. */
async function isJoined(calls: BucketCalls, { key, sizeBytes }: Multipart, error: unknown): Promise<boolean> {
  if (!isBucketError(error) || reasonOf(error) !== 'NoSuchUpload') return false;
  const found = await calls.ask({ method: 'HEAD', key, accepts: [404] });
  return found.statusCode < 300 && Number(found.headers['content-length']) === sizeBytes;
}
