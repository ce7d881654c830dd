import type { Download, DownloadRequest } from '#src/domain/downloads/downloads.ts';
import type { RemoteFile } from '#src/domain/files/remote-files.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { attachment } from './attachment.ts';
import { type Pace, pacedBody } from './backpressure.ts';
import { entityTag, type FilePart, partOf } from './file-parts.ts';
import type { Media } from './media.ts';
import { redirectTo } from './responses.ts';

export const FILE: Media = { mediaType: 'application/octet-stream' };

type DownloadCall = { request: Request } & Pace;

export async function downloadResponse(call: DownloadCall, { kind, file }: Download): Promise<Response> {
  if (kind === 'remote') return remoteResponse(call, file);
  // A link is signed for GET alone, and downloaders send HEAD to where they began.
  if (file.link && call.request.method !== 'HEAD') {
    return redirectTo(await file.link(LINK_SECONDS, attachment(file.name)));
  }
  return fileResponse(call, file);
}

const LINK_SECONDS = 60;

/** Treats several ranges as none, so the whole file is sent. */
export function readDownloadRequest(request: Request): DownloadRequest {
  const { headers, method, signal } = request;
  const range = headers.get('range');
  const conditions = CONDITIONS.flatMap((name) => {
    const text = headers.get(name);
    return text === null ? [] : [[name, text]];
  });
  return {
    range: range !== null && ONE_RANGE.test(range) ? range : null,
    conditions: Object.fromEntries(conditions),
    signal,
    isHead: method === 'HEAD',
    hasPartOf: (file) => wantedPart(request, file) !== 'none',
    fileId: new URL(request.url).searchParams.get('arquivo'),
  };
}

const ONE_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;
const CONDITIONS = ['if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

function wantedPart({ headers }: Request, file: StoredFile): FilePart {
  return partOf(file, { range: headers.get('range'), ifRange: headers.get('if-range') });
}

/** Caching or compressing on the way would change lengths and ranges. */
const NOT_CACHED = 'private, no-store, no-transform';

const STATUS_OF_STATE: Record<RemoteFile['state'], number> = {
  whole: 200,
  part: 206,
  unchanged: 304,
  changed: 412,
  no_such_part: 416,
};

function remoteResponse({ request, ...pace }: DownloadCall, file: RemoteFile): Response {
  const headers = new Headers(file.facts);
  headers.set('Cache-Control', NOT_CACHED);
  headers.set('Content-Disposition', attachment(file.name));
  headers.set('Content-Type', file.type);
  const hasBody = request.method !== 'HEAD' && (file.state === 'whole' || file.state === 'part');
  if (!hasBody) file.close();
  const body = hasBody ? pacedBody(pace, { chunks: file.body, close: file.close }) : null;
  return new Response(body, { status: STATUS_OF_STATE[file.state], headers });
}

async function fileResponse({ request, ...pace }: DownloadCall, file: StoredFile): Promise<Response> {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': NOT_CACHED,
    'Content-Disposition': attachment(file.name),
    'Content-Type': file.type,
    ETag: entityTag(file),
    'Last-Modified': file.modifiedAt.toUTCString(),
  });
  const part = wantedPart(request, file);
  if (part === 'none') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.sizeBytes}` } });
  }
  const { start, end } = part === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : part;
  headers.set('Content-Length', String(end - start + 1));
  if (part !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
  const hasBody = request.method !== 'HEAD' && file.sizeBytes > 0;
  const body = hasBody ? pacedBody(pace, await file.read(start, end)) : null;
  return new Response(body, { status: part === 'whole' ? 200 : 206, headers });
}
