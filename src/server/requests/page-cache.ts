import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '#src/domain/shop.ts';
import { type CachedResponse, renderResponse, sendCached } from './cached-response.ts';

export type OpenPageCache = {
  drop(): void;
  serve(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
  fill(render: RequestListener, host: string): Promise<void>;
  /** A miss is a page that may be kept, and was not. */
  readonly counts: Readonly<PageCacheCounts>;
};

export type PageCacheCounts = { hits: number; misses: number };

/** Pages are rendered by a request without cookie, query or address, so that no personal response is ever cached. */
export function openPageCache(log: Log, limits: Limits = LIMITS): OpenPageCache {
  const kept = new Map<string, CachedResponse>();
  const found = new Set<string>(STANDING_PATHS);
  const renderings = new Map<string, Promise<CachedResponse | null>>();
  const restUntil = new Map<string, number>();
  let render: ((path: string) => Promise<CachedResponse | null>) | null = null;
  let drops = 0;
  let keptBytes = 0;
  const counts: PageCacheCounts = { hits: 0, misses: 0 };

  function refresh(path: string): Promise<CachedResponse | null> {
    const under = renderings.get(path) ?? renderLatest(path).finally(() => renderings.delete(path));
    renderings.set(path, under);
    return under;
  }

  async function renderLatest(path: string): Promise<CachedResponse | null> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = drops;
      const fresh = await render?.(path).catch((error: unknown) => {
        log.error({ error: error instanceof Error ? error.name : typeof error }, 'a page could not be rendered');
        return null;
      });
      // The catalog changed during the rendering.
      if (drops !== before) continue;
      if (fresh) keep(path, fresh);
      else rest(path);
      return fresh ?? null;
    }
    return null;
  }

  function keep(path: string, response: CachedResponse): void {
    keptBytes += response.bytes - (kept.get(path)?.bytes ?? 0);
    kept.set(path, response);
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= limits.bytes && kept.size <= limits.pages) break;
      if (STANDING_PATHS.has(oldest)) continue;
      kept.delete(oldest);
      found.delete(oldest);
      keptBytes -= bytes;
    }
  }

  function rest(path: string): void {
    if (STANDING_PATHS.has(path)) restUntil.set(path, Date.now() + REST_MS);
    else found.delete(path);
  }

  /** Caches a path after its first good response, so that invented paths cost nothing. */
  function watch(path: string, response: ServerResponse): void {
    response.once('finish', () => {
      if (response.statusCode !== 200 || kept.has(path)) return;
      if (found.size >= 2 * limits.pages) forgetUnkept();
      found.add(path);
      void refresh(path);
    });
  }

  function forgetUnkept(): void {
    for (const path of found) if (!STANDING_PATHS.has(path) && !kept.has(path)) found.delete(path);
  }

  return {
    counts,
    serve(request, response, otherwise) {
      const path = sharedPath(request);
      if (path === null) return otherwise();
      const known = kept.get(path);
      if (known) {
        counts.hits += 1;
        // Moves it to the end, so that the least recently used is evicted first.
        if (!STANDING_PATHS.has(path)) {
          kept.delete(path);
          kept.set(path, known);
        }
        return sendCached(known, request, response);
      }
      counts.misses += 1;
      if (!found.has(path)) {
        watch(path, response);
        return otherwise();
      }
      if (!renderings.has(path) && Date.now() < (restUntil.get(path) ?? 0)) return otherwise();
      refresh(path).then((fresh) => (fresh ? sendCached(fresh, request, response) : otherwise()), otherwise);
    },
    async fill(renderer, host) {
      render = (path) => renderResponse(renderer, { path, host, mayBeStored: !PERSONAL_PATH.test(path) });
      await refresh(STOREFRONT);
    },
    drop() {
      drops += 1;
      kept.clear();
      keptBytes = 0;
      void refresh(STOREFRONT);
    },
  };
}

export type Limits = { pages: number; bytes: number };

const LIMITS: Limits = { pages: 500, bytes: 16 * 1024 * 1024 };

const REST_MS = 2_000;
/** Visitors get uncached pages under constant changes. */
const MOST_TRIES = 2;

const STOREFRONT = '/';
const STANDING_PATHS: ReadonlySet<string> = new Set([
  STOREFRONT,
  '/api/public/products',
  '/api/public/product-categories',
  '/login',
  '/privacidade',
  '/direito-de-arrependimento',
  '/sitemap.xml',
  '/robots.txt',
]);

const PRODUCT_PATH = /^\/(?:checkout|api\/public\/products)\/[\w-]{1,64}$/;
const PRODUCT_PAGE = /^\/(?:plugins\/[a-z0-9-]{3,80}(?:\/versoes)?|(?:editores|categorias)\/[\w-]{1,64})(?=\?|$)/;

/** Returns null where this visitor may get another response. */
function sharedPath({ method, url = '', headers }: IncomingMessage): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // The storefront, the shelves and the products' pages ignore query and cookies: what is personal there is a script's.
  if (url === STOREFRONT || url.startsWith('/?')) return STOREFRONT;
  const [productPage] = PRODUCT_PAGE.exec(url) ?? [];
  if (productPage !== undefined) return productPage;
  if (PERSONAL_COOKIE.test(headers.cookie ?? '')) return null;
  return STANDING_PATHS.has(url) || PRODUCT_PATH.test(url) ? url : null;
}

/** Some visitors get another form of these, so browsers must revalidate, also on Back. */
const PERSONAL_PATH = /^\/(?:checkout\/|login$)/;

/** Matches anywhere in the header: a false positive is harmless. */
const PERSONAL_COOKIE = /session|open-purchase/;
