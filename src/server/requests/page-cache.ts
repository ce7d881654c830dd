import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#src/domain/shop.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { type CachedResponse, renderResponse, sendCached } from './cached-response.ts';

export type OpenPageCache = {
  /** The pages are others now. Visitors wait a moment for the new one; without it they get the old one. */
  drop(): void;
  /** They may be others now. Visitors get the old one until there is a new one. */
  renew(): void;
  serve(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
  fill(render: RequestListener, host: string): Promise<void>;
  /** A miss is a page that may be kept, and was not. */
  readonly counts: Readonly<PageCacheCounts>;
};

export type PageCacheCounts = { hits: number; misses: number };

type Kept = { response: CachedResponse; state: 'current' | 'old' | 'old_and_late'; renderedAt: number };
type Rendered = CachedResponse | 'not_shared' | 'failed';
/** Pages changed again and again meanwhile. */
type Latest = Rendered | 'overtaken';

/** Pages are rendered by a request without cookie, query or address, so that no personal response is ever cached. */
export function openPageCache(log: Log, limits: Limits = LIMITS): OpenPageCache {
  const kept = new Map<string, Kept>();
  const found = new Set<string>(STANDING_PATHS);
  const renderings = new Map<string, Promise<Latest>>();
  const restUntil = new Map<string, number>();
  let render: ((path: string) => Promise<Rendered>) | null = null;
  let drops = 0;
  let keptBytes = 0;
  let pause: NodeJS.Timeout | undefined;
  const counts: PageCacheCounts = { hits: 0, misses: 0 };

  function refresh(path: string): Promise<Latest> {
    const under = renderings.get(path) ?? renderLatest(path).finally(() => renderings.delete(path));
    renderings.set(path, under);
    return under;
  }

  async function renderLatest(path: string): Promise<Latest> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = drops;
      const rendered = await renderNow(path).catch((error: unknown) => {
        log.error({ error: error instanceof Error ? error.name : typeof error }, 'a page could not be rendered');
        return 'failed' as const;
      });
      // The catalog changed during the rendering.
      if (drops !== before) continue;
      if (typeof rendered === 'object') keep(path, rendered);
      else rest(path, rendered);
      return rendered;
    }
    return 'overtaken';
  }

  async function renderNow(path: string): Promise<Rendered> {
    return render ? render(path) : 'failed';
  }

  function keep(path: string, response: CachedResponse): void {
    forget(path);
    keptBytes += response.bytes;
    kept.set(path, { response, state: 'current', renderedAt: Date.now() });
    for (const [oldest] of kept) {
      if (keptBytes <= limits.bytes && kept.size <= limits.pages) break;
      if (STANDING_PATHS.has(oldest)) continue;
      forget(oldest);
      found.delete(oldest);
    }
  }

  function forget(path: string): void {
    keptBytes -= kept.get(path)?.response.bytes ?? 0;
    kept.delete(path);
  }

  /** What fails now may be there later; what is not shared is nobody's to keep. */
  function rest(path: string, why: 'not_shared' | 'failed'): void {
    if (why === 'not_shared') forget(path);
    if (STANDING_PATHS.has(path) || kept.has(path)) restUntil.set(path, Date.now() + REST_MS);
    else found.delete(path);
  }

  function isResting(path: string): boolean {
    return !renderings.has(path) && Date.now() < (restUntil.get(path) ?? 0);
  }

  /** Returns null where the visitor shall have the page that is kept. */
  async function renewInTime(path: string, known: Kept): Promise<Latest | null> {
    const fresh = isResting(path) ? ('failed' as const) : refresh(path);
    if (known.state === 'old_and_late') return null;
    const late = new AbortController();
    const timeout = wait(PATIENCE_MS, null, { signal: late.signal }).catch(() => null);
    const rendered = await Promise.race([fresh, timeout]);
    late.abort();
    if (rendered !== null && rendered !== 'failed') return rendered;
    known.state = 'old_and_late';
    return null;
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

  function makeOld(state: 'old' | 'old_and_late'): void {
    drops += 1;
    for (const page of kept.values()) if (page.state !== 'old_and_late') page.state = state;
    if (!pause) pause = setTimeout(renewStorefront, PAUSE_MS).unref();
  }

  function renewStorefront(): void {
    pause = undefined;
    if (kept.get(STOREFRONT)?.state !== 'current') void refresh(STOREFRONT);
  }

  return {
    counts,
    serve(request, response, otherwise) {
      const path = sharedPath(request);
      if (path === null) return otherwise();
      const send = (rendered: Latest) =>
        typeof rendered === 'object' ? sendCached(rendered, request, response) : otherwise();
      const known = kept.get(path);
      if (known) {
        counts.hits += 1;
        // Moves it to the end, so that the least recently used is evicted first.
        if (!STANDING_PATHS.has(path)) {
          kept.delete(path);
          kept.set(path, known);
        }
        if (known.state === 'current' && Date.now() - known.renderedAt > MOST_AGE_MS) known.state = 'old_and_late';
        if (known.state === 'current') return sendCached(known.response, request, response);
        renewInTime(path, known).then((rendered) => send(rendered ?? known.response), otherwise);
        return;
      }
      counts.misses += 1;
      if (!found.has(path)) {
        watch(path, response);
        return otherwise();
      }
      if (isResting(path)) return otherwise();
      refresh(path).then(send, otherwise);
    },
    async fill(renderer, host) {
      render = (path) => renderResponse(renderer, { path, host, mayBeStored: !PERSONAL_PATH.test(path) });
      await refresh(STOREFRONT);
    },
    drop: () => makeOld('old'),
    renew: () => makeOld('old_and_late'),
  };
}

export type Limits = { pages: number; bytes: number };

const LIMITS: Limits = { pages: 500, bytes: 16 * 1024 * 1024 };

/** Sales change what a product's page says is bought together, and tell nobody. */
const MOST_AGE_MS = HOUR_MS;
const REST_MS = 2_000;
/** A page takes a tenth of a second, unless the database does not answer. */
const PATIENCE_MS = 3_000;
/** Changes come in numbers. A visitor who asks meanwhile has the page rendered at once. */
const PAUSE_MS = 500;
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
const PERSONAL_COOKIE = /session|open-purchase|cliente/;
