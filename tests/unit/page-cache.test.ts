import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Log } from '#src/domain/shop.ts';
import { openPageCache, type StorefrontCache } from '#src/server/page-cache.ts';

const servers: Server[] = [];
let errors: object[] = [];
const log: Log = { info: () => {}, warn: () => {}, error: (fields) => errors.push(fields) };

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  errors = [];
});

test('many visitors after a change wait for one rendering', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.drop();
  const visits = Array.from({ length: 20 }, () => shop.visit());
  shop.release('second');
  expect(await Promise.all(visits)).toEqual(Array.from({ length: 20 }, () => 'second'));
  expect(shop.renderings()).toBe(2);
});

test('a change during a rendering wins over it', async () => {
  const shop = await openShopWindow();
  shop.hold();
  shop.cache.drop();
  shop.cache.drop();
  shop.release('older', 'newer');
  await expect.poll(() => shop.visit()).toBe('newer');
  expect(shop.renderings()).toBe(3);
});

test('many changes at once cost two renderings', async () => {
  const shop = await openShopWindow();
  shop.hold();
  for (let change = 0; change < 100; change += 1) shop.cache.drop();
  shop.release('page');
  await expect.poll(() => shop.visit()).toBe('page');
  expect(shop.renderings()).toBe(3);
});

test.each([
  ['samples', { 'x-catalogue': 'samples' }, 200],
  ['a failure', {}, 500],
])('%s are not kept, and the next good page is', async (_what, headers, status) => {
  const shop = await openShopWindow({ headers, status });
  expect(await shop.visit()).toBe('by the page itself');
  shop.mend();
  shop.cache.drop();
  await expect.poll(() => shop.visit()).toBe('first');
});

test('a rendering that throws is told in the log by name alone, and nobody waits in vain', async () => {
  const cache = openPageCache(log);
  await cache.fill(() => {
    throw new RangeError('dona@loja.test');
  }, 'loja.test');
  expect(errors).toEqual([{ error: 'RangeError' }]);
  const url = await serve(cache);
  expect(await (await fetch(url)).text()).toBe('by the page itself');
});

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
    mend() {
      headers = {};
      status = 200;
    },
  };
}

async function serve(cache: StorefrontCache): Promise<string> {
  const server = createServer((request, response) =>
    cache.serve(request, response, () => response.end('by the page itself')),
  );
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return `http://127.0.0.1:${address.port}/`;
}
