import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inject } from 'light-my-request';

const SAMPLES_HEADER = 'x-catalog';

export type CachedResponse = { bodies: Record<Encoding, Body>; bytes: number };

type Encoding = 'br' | 'gzip' | 'identity';
type Body = { bytes: Buffer; etag: string; headers: OutgoingHttpHeaders };

export async function renderResponse(
  render: RequestListener,
  { path, host, mayBeStored }: { path: string; host: string; mayBeStored: boolean },
): Promise<CachedResponse | 'not_shared' | 'failed'> {
  const rendered = await inject(render, { method: 'GET', url: path, headers: { host } });
  if (rendered.statusCode >= 500) return 'failed';
  if (rendered.statusCode !== 200 || isPersonal(rendered.headers)) return 'not_shared';
  const plain = rendered.rawPayload;
  const [br, gzipped] = await Promise.all([
    compressBrotli(plain, brotliOptions(plain.length)),
    compressGzip(plain, GZIP_OPTIONS),
  ]);
  const headers = sharedHeaders(rendered.headers, mayBeStored);
  const identity = makeBody('identity', plain, headers);
  const smaller = (encoding: Encoding, bytes: Buffer) =>
    bytes.length < plain.length ? makeBody(encoding, bytes, headers) : identity;
  const bodies = { br: smaller('br', br), gzip: smaller('gzip', gzipped), identity };
  return { bodies, bytes: plain.length + br.length + gzipped.length };
}

export function sendCached({ bodies }: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag, headers } = bodies[chooseEncoding(request.headers['accept-encoding'])];
  if (isKnown(request.headers['if-none-match'], etag)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...unchanged } = headers;
    response.writeHead(304, unchanged).end();
    return;
  }
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

/** A safeguard: the store's own request should get no personal response. */
function isPersonal(headers: OutgoingHttpHeaders): boolean {
  return (
    headers[SAMPLES_HEADER] !== undefined ||
    headers['set-cookie'] !== undefined ||
    String(headers['content-security-policy'] ?? '').includes("'nonce-")
  );
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const GZIP_OPTIONS = { level: 9 };

/** The second best quality takes half the time of the best; a small window saves megabytes. */
function brotliOptions(length: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: 10, [BROTLI_PARAM_LGWIN]: 17, [BROTLI_PARAM_SIZE_HINT]: length } };
}

/** Drops the middleware's `no-store`, since the page is the same for everybody. */
function sharedHeaders(rendered: OutgoingHttpHeaders, mayBeStored: boolean): OutgoingHttpHeaders {
  const shared = Object.fromEntries(Object.entries(rendered).filter(([name]) => !PER_RESPONSE.has(name)));
  const isRevalidated = mayBeStored && shared['cache-control'] === 'no-store';
  return { ...shared, vary: 'Accept-Encoding', ...(isRevalidated && { 'cache-control': REVALIDATED }) };
}

const REVALIDATED = 'public, max-age=0, must-revalidate';

const PER_RESPONSE = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
]);

function makeBody(encoding: Encoding, bytes: Buffer, shared: OutgoingHttpHeaders): Body {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers: OutgoingHttpHeaders = {
    ...shared,
    etag,
    'content-length': bytes.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return { bytes, etag, headers };
}

function isKnown(known: string | undefined, etag: string): boolean {
  return known !== undefined && (known.trim() === '*' || known.includes(etag));
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
  if (BROTLI.test(text)) return 'br';
  return GZIP.test(text) ? 'gzip' : 'identity';
}

/** Matches an encoding that is listed without `q=0`. */
const BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
