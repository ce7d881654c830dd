import { createReadStream, type ReadStream } from 'node:fs';
import parseRange from 'range-parser';
import type { ProductFile } from '#src/domain/product-files.ts';
import type { StoredFile } from '#src/domain/shop.ts';
import { redirectTo } from './answers.ts';

/** The file, the part of it that was asked for, or the way to where it is kept. */
export function downloadAnswer({ request, untilTaken }: Asked, download: ProductFile): Response {
  return download.kind === 'address'
    ? redirectTo(download.address)
    : fileAnswer({ request, untilTaken }, download.file);
}

/** The request, and the pace of whoever made it. */
type Asked = { request: Request; untilTaken: () => Promise<void> };

/** Whether a request begins a download: a GET of the whole file, or of its first bytes. */
export function beginsDownload(request: Request): boolean {
  const range = request.headers.get('range');
  return request.method === 'GET' && (range === null || /^bytes=0-/.test(range));
}

function fileAnswer({ request, untilTaken }: Asked, file: StoredFile): Response {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Disposition': attachment(file.name),
    'Content-Type': file.type,
    'Last-Modified': file.modifiedAt.toUTCString(),
  });
  const part = partOf(request, file.sizeBytes);
  if (part === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.sizeBytes}` } });
  }
  const { start, end } = part ?? { start: 0, end: file.sizeBytes - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (part) headers.set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
  const hasBody = request.method !== 'HEAD' && file.sizeBytes > 0;
  const body = hasBody ? readPart(() => createReadStream(file.path, { start, end }), untilTaken) : null;
  return new Response(body, { status: part ? 206 : 200, headers });
}

/** One range is answered as such; none, several or nonsense give the whole file. */
function partOf(request: Request, sizeBytes: number): { start: number; end: number } | 'unsatisfiable' | null {
  const asked = request.headers.get('range');
  if (!asked || request.headers.has('if-range')) return null;
  const ranges = parseRange(sizeBytes, asked, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/**
 * Reads on only when the client has taken what came before: Astro writes whatever a stream gives, and a slow client would
 * have the whole file wait in memory.
 */
function readPart(open: () => ReadStream, untilTaken: () => Promise<void>): ReadableStream<Uint8Array> {
  let file: ReadStream | undefined;
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        await untilTaken();
        file ??= open();
        chunks ??= file[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        file?.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** RFC 6266: a plain name for old programs, and the true one in UTF-8. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escapeMark)}`;
}

function escapeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
