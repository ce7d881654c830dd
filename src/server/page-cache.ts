import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inject } from 'light-my-request';
import type { Log, PageCache } from '#src/domain/shop.ts';

/** The header by which a page says that it shows samples. Such a page is for this visitor alone. */
export const SAMPLES_HEADER = 'x-catalogue';

export type StorefrontCache = PageCache & {
  /** Answers `GET /` from memory, whatever its query; what it cannot answer is for `otherwise`. */
  serve(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
  /** Renders now and at each drop; the headers that `render` sets are kept with the page. */
  fill(render: RequestListener, host: string): Promise<void>;
};

/** The storefront, rendered once at the start and again when the catalogue changes, with its compressed bodies. */
export function openPageCache(log: Log): StorefrontCache {
  let page: Page | null = null;
  let render: (() => Promise<Page | null>) | null = null;
  let rendering: Promise<void> | null = null;
  let isDropped = false;
  let restUntil = 0;

  /** One at a time: who comes meanwhile waits for it. */
  function refresh(): Promise<void> {
    rendering ??= renderOnce();
    return rendering;
  }

  async function renderOnce(): Promise<void> {
    isDropped = false;
    const fresh = await render?.().catch((error: unknown) => {
      log.error({ error: error instanceof Error ? error.name : typeof error }, 'the storefront could not be rendered');
      return null;
    });
    rendering = null;
    // A page that was dropped while it was being rendered is older than the change.
    if (isDropped) return void refresh();
    page = fresh ?? null;
    if (!page) restUntil = Date.now() + REST_MS;
  }

  return {
    serve(request, response, otherwise) {
      if (!isStorefront(request)) return otherwise();
      if (page) return answer(page, request, response);
      if (!rendering && Date.now() < restUntil) return otherwise();
      refresh().then(() => (page ? answer(page, request, response) : otherwise()), otherwise);
    },
    async fill(renderer, host) {
      render = () => renderPage(renderer, host);
      await refresh();
    },
    drop() {
      page = null;
      isDropped = true;
      void refresh();
    },
  };
}

/** After a page that could not be kept, the visitors of this time are answered one by one. */
const REST_MS = 2_000;

type Page = { bodies: Record<Encoding, Body> };
type Encoding = 'br' | 'gzip' | 'identity';
type Body = { bytes: Buffer; etag: string; headers: OutgoingHttpHeaders };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Null for a page that may not be kept. */
async function renderPage(render: RequestListener, host: string): Promise<Page | null> {
  const rendered = await inject(render, { method: 'GET', url: '/', headers: { host } });
  if (rendered.statusCode !== 200 || rendered.headers[SAMPLES_HEADER] !== undefined) return null;
  const html = rendered.rawPayload;
  const [br, gzipped] = await Promise.all([
    compressBrotli(html, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: html.length } }),
    compressGzip(html, { level: 9 }),
  ]);
  const body = (encoding: Encoding, bytes: Buffer): Body => makeBody(encoding, bytes, rendered.headers);
  return { bodies: { br: body('br', br), gzip: body('gzip', gzipped), identity: body('identity', html) } };
}

function makeBody(encoding: Encoding, bytes: Buffer, rendered: OutgoingHttpHeaders): Body {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const kept = Object.entries(rendered).filter(([name]) => !PER_ANSWER.has(name));
  const headers: OutgoingHttpHeaders = {
    ...Object.fromEntries(kept),
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
    etag,
    'content-length': bytes.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return { bytes, etag, headers };
}

/** Headers that belong to one answer and not to the page. */
const PER_ANSWER = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'x-request-id']);

function isStorefront({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && (url === '/' || url.startsWith('/?'));
}

function answer({ bodies }: Page, request: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag, headers } = bodies[chooseEncoding(request.headers['accept-encoding'])];
  if (request.headers['if-none-match']?.includes(etag)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...unchanged } = headers;
    response.writeHead(304, unchanged).end();
    return;
  }
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
  if (BROTLI.test(text)) return 'br';
  return GZIP.test(text) ? 'gzip' : 'identity';
}

/** Named, and not with a weight of zero. */
const BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;
