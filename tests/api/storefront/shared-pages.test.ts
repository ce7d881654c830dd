import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { DECODERS } from '../../support/calls/encodings.ts';
import { type RawResponse, send } from '../../support/calls/raw-http.ts';
import { buy, startPurchase } from '../../support/purchases/buy.ts';

const STANDING = [
  '/',
  '/api/public/products',
  '/api/public/product-categories',
  '/login',
  '/privacidade',
  '/direito-de-arrependimento',
  '/sitemap.xml',
  '/robots.txt',
];
const OF_PRODUCT = ['/api/public/products/lote', '/checkout/lote', '/plugins/lote'];
const SHARED = [...STANDING, ...OF_PRODUCT];
/** Says nothing to the store, and yet passes its memory by. */
const PASSING_BY = { cookie: 'session=none' };

const store = startStoreForFile();
const owner = loginForFile(store);

const get = (path: string, headers: Record<string, string> = {}) => send(store.url, path, { headers });
const editLote = (fields: object) => owner.put('/api/admin/products/lote', fields);

/** Forgets every kept page. */
async function dropPages(): Promise<void> {
  expect((await editLote({ name: `Lote ${Math.random()}` })).status).toBe(200);
}

/** The page as it is kept: a product's is so once somebody was answered there. */
async function kept(path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  let response = await get(path, headers);
  for (let turn = 0; turn < 100 && response.headers['etag'] === undefined; turn += 1) {
    await wait(20);
    response = await get(path, headers);
  }
  expect(response.headers['etag'], path).toBeDefined();
  return response;
}

describe('a cached page', () => {
  test.each(SHARED)('%s is byte for byte what a fresh rendering gives', async (path) => {
    const shared = await kept(path);
    for (const headers of [PASSING_BY, PASSING_BY]) {
      const own = await get(path, headers);
      expect(own.status).toBe(200);
      expect(own.text).toBe(shared.text);
      const { 'cache-control': _policy, date: _date, connection: _connection, ...ownHeaders } = own.headers;
      delete ownHeaders['transfer-encoding'];
      delete ownHeaders['content-length'];
      delete ownHeaders['keep-alive'];
      delete ownHeaders['etag'];
      expect(shared.headers).toMatchObject(ownHeaders);
    }
    expect(shared.headers['set-cookie']).toBeUndefined();
    expect(shared.text + shared.headers['content-security-policy']).not.toContain('nonce-');
  });

  test.each(SHARED)('%s has every encoding, responds to HEAD, and returns 304', async (path) => {
    const plain = await kept(path);
    for (const [encoding, decode] of Object.entries(DECODERS)) {
      const response = await get(path, { 'accept-encoding': encoding });
      expect(response.headers['vary']).toBe('Accept-Encoding');
      const isCompressed = response.headers['content-encoding'] === encoding;
      expect((isCompressed ? decode(response.bytes) : response.bytes).equals(plain.bytes), encoding).toBe(true);
      const { etag = '' } = response.headers;
      const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': etag });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    }
    const head = await send(store.url, path, { method: 'HEAD' });
    const { date: _date, ...headers } = head.headers;
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(plain.headers).toMatchObject(headers);
  });

  test('may be cached by others only when it is the same for everybody', async () => {
    for (const path of SHARED) {
      const policy = (await kept(path)).headers['cache-control'];
      const isPersonal = path === '/login' || path.startsWith('/checkout/');
      const isForMachines = path === '/sitemap.xml' || path === '/robots.txt';
      const expected = isForMachines ? 'public, max-age=3600' : 'public, max-age=0, must-revalidate';
      expect(policy, path).toBe(isPersonal ? 'no-store' : expected);
    }
  });

  test.each(SHARED)('%s is updated as soon as the catalog changes', async (path) => {
    const isOfCatalog = ['/', '/api/public/products', ...OF_PRODUCT].includes(path);
    await kept(path);
    const name = `Lote ${path.length}`;
    await editLote({ name });
    expect((await get(path)).text.includes(name)).toBe(isOfCatalog);
  });
});

describe('the first visitor after a change', () => {
  beforeEach(dropPages);

  const visitors: [string, Record<string, string>][] = [
    ['a host of their own', { host: 'evil.test' }],
    [
      'forwarded names',
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.66.6.6' },
    ],
    ['another type', { accept: 'image/png', 'accept-language': 'en' }],
    ['credentials', { authorization: 'Basic b25hOm9uYQ==' }],
    ['a part', { range: 'bytes=0-9' }],
    ['a stale copy', { 'if-none-match': '"stale"', 'if-modified-since': new Date().toUTCString() }],
    ['an odd cookie', { cookie: 'theme=dark; x="evil.test' }],
    ['headers of their own', { 'x-original-url': '/admin', 'x-evil': 'evil.test' }],
  ];

  test.each(visitors)('with %s does not affect the page of the next one', async (_what, headers) => {
    const first = await Promise.all(SHARED.map((path) => get(path, headers)));
    expect(first.map(({ status }) => status)).toEqual(SHARED.map(() => 200));
    for (const path of SHARED) {
      const next = await kept(path);
      expect(next.text, path).toBe((await get(path, PASSING_BY)).text);
      expect(next.text + JSON.stringify(next.headers), path).not.toMatch(/evil\.test|10\.66\.6\.6/);
    }
  });

  test('who is signed in leaves no trace and is not shown the anonymous page', async () => {
    const cookie = `session=${owner.cookies.get('session')}`;
    for (const path of SHARED) await get(path, { cookie });
    for (const path of SHARED) {
      const next = await kept(path);
      expect(next.headers['set-cookie'], path).toBeUndefined();
      expect(next.text, path).not.toContain(store.admin.email);
    }
    const led = await get('/login', { cookie });
    expect([led.status, led.headers['location']]).toEqual([302, '/admin']);
    expect((await kept('/login')).text).toContain('Área Administrativa');
  });

  test('with an unpaid Pix is the only one to see it', async () => {
    const { purchaseId } = await startPurchase(openClient(store.url), { productId: 'lote' });
    const cookie = `open-purchase=${purchaseId}`;
    const own = await get('/checkout/lote', { cookie });
    expect(own.text).toContain('Você já tem um Pix');
    const named = await get(`/checkout/lote?compra=${purchaseId}`);
    expect(named.text).toContain('<textarea');
    const shared = await kept('/checkout/lote');
    expect(shared.text).not.toMatch(new RegExp(`Você já tem um Pix|${purchaseId}`));
    expect((await get('/checkout/lote', { cookie })).text).toContain(purchaseId);
    expect((await get(`/checkout/lote?compra=${purchaseId}`)).text).toContain(purchaseId);
  });

  test('with a coupon is the only one to see it', async () => {
    const own = await get('/checkout/lote?cupom=EDITA10');
    expect(own.text).toContain('EDITA10');
    expect((await kept('/checkout/lote')).text).not.toContain('EDITA10');
    const late = await get('/checkout/lote?%63upom=EDITA10');
    expect(late.text).toContain('EDITA10');
  });
});

describe('what a client cannot put into the cache', () => {
  test('a path in another spelling, an unknown one, a query, a form', async () => {
    for (const path of OF_PRODUCT) await kept(path);
    const spellings = [
      '/checkout/lote/',
      '/checkout/%6cote',
      '//checkout/lote',
      '/Checkout/lote',
      '/checkout/LOTE',
      '/checkout/lote?x=1',
      '/login/',
      '/login?saida=pendente',
      '/api/public/products/',
      '/api/public/products?x=1',
      '/checkout/no-such-product',
      '/api/public/products/no-such-product',
      '/no-such-page',
      '/admin',
      '/purchase/success/lote',
      '/api/auth/status',
      '/healthz',
    ];
    for (const path of [...spellings, ...spellings]) {
      const response = await get(path);
      expect([path, response.headers['etag']]).toEqual([path, undefined]);
    }
    const posted = await send(store.url, '/checkout/lote', { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers['etag']]).toEqual([400, undefined]);
  });

  test('a withdrawn product disappears from every page at once', async () => {
    const fields = { name: 'Névoa Fina', price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip' };
    const { id, slug } = (
      await owner.post('/api/admin/products', { ...fields, requiresActivation: false })
    ).json<AdminProduct>();
    await kept(`/plugins/${slug}`);
    await kept(`/checkout/${id}`);
    await kept(`/api/public/products/${id}`);
    expect((await kept('/sitemap.xml')).text).toContain(`/plugins/${slug}<`);
    await buy(openClient(store.url), { productId: id });
    await owner.delete(`/api/admin/products/${id}`);
    expect((await get(`/checkout/${id}`)).status).toBe(410);
    expect((await get(`/api/public/products/${id}`)).status).toBe(404);
    expect(JSON.parse((await get('/api/public/products')).text).map((one: PublicProduct) => one.id)).not.toContain(id);
    expect((await get(`/plugins/${slug}`)).status).toBe(410);
    expect((await get('/sitemap.xml')).text).not.toContain(`/plugins/${slug}<`);
  });
});

test('a form without script that is sent twice at once makes one order', async () => {
  const form = new URLSearchParams({
    customerName: 'Ana Lima',
    customerEmail: 'duas-vezes@a.test',
    paymentMethod: 'pix',
    intent: 'pay',
  });
  const page = (await kept('/checkout/lote')).text;
  expect(page).not.toContain('idempotencyKey"');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: store.url };
  const pay = () => send(store.url, '/checkout/lote', { method: 'POST', headers, body: form.toString() });
  // Both clicks fall within one span of time, wherever the clock stands.
  await wait(10_000 - (Date.now() % 10_000) < 3_000 ? 3_100 : 0);
  const [one, other] = await Promise.all([pay(), pay()]);
  expect([one?.status, other?.status]).toEqual([303, 303]);
  expect(one?.headers['location']).toBe(other?.headers['location']);
  form.set('customerEmail', 'outra@a.test');
  expect((await pay()).headers['location']).not.toBe(one?.headers['location']);
});
