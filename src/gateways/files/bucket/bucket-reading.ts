import type { FileReading } from '#src/domain/files/stored-file.ts';
import type { BucketCalls, BucketResponse } from './bucket-calls.ts';
import { bucketError } from './bucket-errors.ts';

/** Goes on where a connection broke off, as long as the object is the same; rejects when not even the first one opens. */
export async function readObject(
  calls: BucketCalls,
  { key, etag }: { key: string; etag: string },
  start: number,
  end: number,
): Promise<FileReading> {
  let at = start;
  const open = async () => {
    const headers = { range: `bytes=${at}-${end}`, ...(etag && { 'if-match': etag }) };
    const response = await calls.send({ method: 'GET', key, headers });
    if (isPart(response, at, end)) return response.body;
    response.body.destroy();
    throw bucketError('other_range', false);
  };
  let body = await open();
  let isClosed = false;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let failures = 0; at <= end && !isClosed; body = await open()) {
      let cause: unknown;
      try {
        for await (const chunk of body) {
          at += chunk.length;
          failures = 0;
          yield chunk;
        }
      } catch (error) {
        cause = error;
      }
      if (at > end || isClosed) return;
      failures += 1;
      if (failures > MAXIMUM_FAILURES) throw bucketError('cut', false, cause);
    }
  }

  const close = () => {
    isClosed = true;
    body.destroy();
  };
  return { chunks: chunks(), close };
}

const MAXIMUM_FAILURES = 2;

/** A store that ignores the range sends the whole file, which is right only where that was asked for. */
function isPart({ statusCode, headers }: BucketResponse, start: number, end: number): boolean {
  const hasRightLength = Number(headers['content-length']) === end - start + 1;
  if (!hasRightLength) return false;
  return statusCode === 206 ? String(headers['content-range']).startsWith(`bytes ${start}-${end}/`) : start === 0;
}
