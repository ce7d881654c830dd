import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Log } from '#src/domain/shop.ts';
import { type Limits, type OpenPageCache, openPageCache } from '#src/server/requests/page-cache.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';

const servers: Server[] = [];
let errors: object[] = [];
const log: Log = { info: () => {}, warn: () => {}, error: (fields) => errors.push(fields) };

afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  errors = [];
});

test('many requests after a change share one rendering', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.drop();
  const visits = Array.from({ length: 20 }, () => shop.visit());
  shop.release('second');
  expect(await Promise.all(visits)).toEqual(Array.from({ length: 20 }, () => 'second'));
  expect(shop.renderings()).toBe(2);
});

test('a change during a rendering invalidates its result', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.drop();
  const visit = shop.visit();
  await expect.poll(() => shop.renderings()).toBe(2);
  shop.cache.drop();
  shop.release('older', 'newer');
  expect(await visit).toBe('newer');
  expect(shop.renderings()).toBe(3);
});

test('many changes at once cause one rendering, also without a visitor', async () => {
  const shop = await openShopWindow();
  shop.release('page');
  for (let change = 0; change < 100; change += 1) shop.cache.drop();
  await expect.poll(() => shop.renderings()).toBe(2);
  expect(await shop.visit()).toBe('page');
  expect(shop.renderings()).toBe(2);
});

test('a page that is only in doubt is sent as it is until the new one is there', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.renew();
  expect(await shop.visit()).toBe('first');
  shop.release('second');
  await expect.poll(() => shop.visit()).toBe('second');
});

test('a page of more than an hour is sent once more, while its successor is rendered', async () => {
  const shop = await openShopWindow();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * MINUTE_MS });
  expect(await shop.visit()).toBe('first');
  expect(shop.renderings()).toBe(1);
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  shop.hold();
  expect(await shop.visit()).toBe('first');
  shop.release('second');
  await expect.poll(() => shop.visit()).toBe('second');
});

test('a page whose successor cannot be rendered is sent on, and is not waited for again', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.drop();
  expect(await shop.visit()).toBe('first');
  const askedAt = performance.now();
  expect(await Promise.all([shop.visit(), shop.visit()])).toEqual(['first', 'first']);
  expect(performance.now() - askedAt).toBeLessThan(900);
  shop.release('second');
  await expect.poll(() => shop.visit()).toBe('second');
});

test('a page that is there no more is not sent on', async () => {
  const shop = await openShopWindow();
  shop.withdraw();
  shop.cache.drop();
  expect(await shop.visit()).toBe('by the page itself');
});

test.each([
  ['samples', { 'x-catalog': 'samples' }, 200],
  ['a failure', {}, 500],
])('%s are not cached, and the next good page is', async (_what, headers, status) => {
  const shop = await openShopWindow({ headers, status });
  expect(await shop.visit()).toBe('by the page itself');
  shop.mend();
  shop.cache.drop();
  await expect.poll(() => shop.visit()).toBe('first');
});

test('a rendering that throws is logged by name alone and rejects every waiting request', async () => {
  const cache = openPageCache(log);
  await cache.fill(() => {
    throw new RangeError('dona@loja.test');
  }, 'loja.test');
  expect(errors).toEqual([{ error: 'RangeError' }]);
  const url = await serve(cache);
  expect(await (await fetch(url)).text()).toBe('by the page itself');
});

test.each([
  ['a Set-Cookie header', { 'set-cookie': 'session=a' }],
  ['a nonce', { 'content-security-policy': "style-src 'nonce-1'" }],
])('a page with %s is never cached', async (_what, headers) => {
  const shop = await openShopWindow({ headers });
  expect(await shop.visit()).toBe('by the page itself');
});

describe('a product page', () => {
  test('is cached on the first request and shared', async () => {
    const pages = await openProductPages();
    expect(await pages.visit('/checkout/lote')).toBe('live');
    await expect.poll(() => pages.visit('/checkout/lote')).toBe('kept /checkout/lote');
    await Promise.all(Array.from({ length: 20 }, () => pages.visit('/checkout/lote')));
    expect(pages.rendered('/checkout/lote')).toBe(1);
  });

  test('that does not exist is not rendered', async () => {
    const pages = await openProductPages();
    for (let turn = 0; turn < 3; turn += 1) expect(await pages.visit('/checkout/nada')).toBe('live');
    expect(pages.rendered('/checkout/nada')).toBe(0);
  });

  test.each([
    ['/checkout/lote', { cookie: 'session=a' }],
    ['/checkout/lote', { cookie: 'x=1; open-purchase=a' }],
    ['/checkout/lote?cupom=A', {}],
    ['/checkout/lote/', {}],
    ['/checkout/%6cote', {}],
    ['/checkout/lote/a', {}],
  ])('%s with %o is not answered from the cache and does not fill it', async (path, headers) => {
    const pages = await openProductPages();
    for (let turn = 0; turn < 3; turn += 1) expect(await pages.visit(path, headers)).toBe('live');
    expect(pages.rendered(path)).toBe(0);
  });

  test('is evicted when the cache is full, least used first', async () => {
    const pages = await openProductPages({ pages: 3, bytes: 1_000_000 });
    await pages.keep('/checkout/a');
    await pages.keep('/checkout/b');
    await pages.visit('/checkout/a');
    await pages.visit('/');
    await pages.keep('/checkout/c');
    expect(await pages.visit('/checkout/a')).toBe('kept /checkout/a');
    expect(await pages.visit('/')).toBe('kept /');
    expect(await pages.visit('/checkout/b')).toBe('live');
  });

  test('too large for the cache is rendered per request, and the storefront stays cached', async () => {
    const pages = await openProductPages({ pages: 10, bytes: 1 });
    for (let turn = 0; turn < 3; turn += 1) expect(await pages.visit('/checkout/a')).toMatch(/a$|^live$/);
    expect(await pages.visit('/')).toBe('kept /');
  });
});

test('If-None-Match: * is answered with 304', async () => {
  const pages = await openProductPages();
  expect((await pages.fetch('/', { 'if-none-match': '*' })).status).toBe(304);
  expect((await pages.fetch('/', { 'if-none-match': '"another"' })).status).toBe(200);
});

/** A cache before a shop in which every path but `/checkout/nada` has a page. */
async function openProductPages(limits?: Limits) {
  const rendered: string[] = [];
  const cache = openPageCache(log, limits);
  await cache.fill((request, response) => {
    rendered.push(request.url ?? '');
    response.end(`kept ${request.url}`);
  }, 'loja.test');
  const url = await serve(cache, (request, response) => {
    response.statusCode = request.url === '/checkout/nada' ? 404 : 200;
    response.end('live');
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, url), { headers });
  const visit = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
  return {
    fetch: get,
    visit,
    rendered: (path: string) => rendered.filter((one) => one === path).length,
    async keep(path: string) {
      await expect.poll(() => visit(path)).toBe(`kept ${path}`);
    },
  };
}

/** A cache whose page is what the test releases, behind a server of its own. */
async function openShopWindow(first: { headers?: Record<string, string>; status?: number } = {}) {
  let { headers = {}, status = 200 } = first;
  let pages = ['first'];
  let count = 0;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const render: RequestListener = (_request, response) => {
    count += 1;
    void gate.promise.then(() => {
      const page = pages.length > 1 ? pages.shift() : pages[0];
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(page);
    });
  };
  const cache = openPageCache(log);
  await cache.fill(render, 'loja.test');
  const url = await serve(cache);
  return {
    cache,
    renderings: () => count,
    visit: async () => (await fetch(url)).text(),
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release(...next: string[]) {
      pages = next;
      gate.resolve();
    },
    withdraw() {
      status = 404;
    },
    mend() {
      headers = {};
      status = 200;
    },
  };
}

async function serve(
  cache: OpenPageCache,
  page: RequestListener = (_request, response) => void response.end('by the page itself'),
): Promise<string> {
  const server = createServer((request, response) => cache.serve(request, response, () => page(request, response)));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return `http://127.0.0.1:${address.port}/`;
}
