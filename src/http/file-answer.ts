import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import parseRange from 'range-parser';
import type { Download } from '#src/domain/downloads.ts';
import type { StoredFile } from '#src/domain/shop.ts';
import { redirectTo } from './answers.ts';

/** The file, the part of it that was asked for, or the way to where it is kept. */
export function downloadAnswer(request: Request, download: Download): Response {
  return download.kind === 'address' ? redirectTo(download.address) : fileAnswer(request, download.file);
}

/** Whether a request begins a download: a GET of the whole file, or of its first bytes. */
export function beginsDownload(request: Request): boolean {
  const range = request.headers.get('range');
  return request.method === 'GET' && (range === null || /^bytes=0-/.test(range));
}

function fileAnswer(request: Request, file: StoredFile): Response {
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
  const body = request.method === 'HEAD' || file.sizeBytes === 0 ? null : readPart(file.path, start, end);
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

function readPart(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>;
}

/** RFC 6266: a plain name for old programs, and the true one in UTF-8. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeMark)}`;
}

function escapeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
