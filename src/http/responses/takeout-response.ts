import { makeZip } from 'client-zip';
import type { Takeout, TakeoutEntry } from '#src/domain/takeout/take-out.ts';
import { attachment } from './attachment.ts';
import { type Pace, pacedBody } from './backpressure.ts';
import { writeTable } from './csv-response.ts';

/** A ZIP that is made while it is sent, no faster than it is taken; nothing in it is compressed. */
export function takeoutResponse(pace: Pace, { fileName, entries }: Takeout): Response {
  return new Response(pacedBody(pace, { chunks: zipOf(entries) }), {
    headers: {
      'Cache-Control': 'private, no-store, no-transform',
      'Content-Disposition': attachment(fileName),
      'Content-Type': 'application/zip',
    },
  });
}

export function zipOf(entries: AsyncIterable<TakeoutEntry>): ReadableStream<Uint8Array> {
  return makeZip(inputsOf(entries), { buffersAreUTF8: true });
}

async function* inputsOf(entries: AsyncIterable<TakeoutEntry>) {
  for await (const entry of entries) {
    yield { name: entry.path, lastModified: entry.modifiedAt, input: contentOf(entry) };
  }
}

function contentOf(entry: TakeoutEntry): AsyncIterable<Uint8Array> | string {
  if ('text' in entry) return entry.text;
  return 'table' in entry ? writeTable(entry.table) : readWhole(entry.file);
}

async function* readWhole(file: Extract<TakeoutEntry, { file: unknown }>['file']): AsyncGenerator<Uint8Array> {
  if (file.sizeBytes === 0) return;
  const { chunks } = await file.read(0, file.sizeBytes - 1);
  yield* chunks;
}
