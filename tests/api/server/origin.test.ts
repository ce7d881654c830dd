import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLUGIN_CALLS } from '#src/wire/licenses/licenses.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { pickProduct } from '../../support/purchases/buy.ts';
import { type Store, startStore } from '../../support/store/store.ts';

const ORDER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' };
const JSON_TYPE = { 'content-type': 'application/json' };

let store: Store;
let host: string;
let productId: string;

/** A purchase from a page of `headers`' site: the write that a foreign page would most like to make. */
const orderWith = (headers: Record<string, string>) =>
  send(store.url, '/api/payments/create', {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ ...ORDER, productId }),
  });
const countPurchases = async () => {
  const { count } = await store
    .database()
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Returns how an order was answered, and how many purchases it made. */
async function outcomeOf(headers: Record<string, string>) {
  const before = await countPurchases();
  const { status, text } = await orderWith(headers);
  const { code } = JSON.parse(text);
  return { status, code, made: (await countPurchases()) - before };
}

const REFUSED = { status: 403, code: 'bad_origin', made: 0 };

describe('without SITE_URL', () => {
  beforeAll(async () => {
    store = await startStore();
    host = new URL(store.url).host;
    productId = (await pickProduct(openClient(store.url))).id;
  });
  afterAll(() => store.stop());

  test('a page of the store may write, whatever host name it was opened under', async () => {
    const port = new URL(store.url).port;
    expect((await orderWith({ origin: store.url })).status).toBe(200);
    for (const name of [`localhost:${port}`, `LOCALHOST:${port}`, `loja.test:${port}`]) {
      expect((await orderWith({ host: name, origin: `http://${name.toLowerCase()}` })).status, name).toBe(200);
    }
  });

  test('a client without browser headers may write', async () => {
    expect((await orderWith({})).status).toBe(200);
    expect((await orderWith({ 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await orderWith({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test.each([
    'http://exemplo.com.br',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://HOST.exemplo.com.br',
    'http://HOST@exemplo.com.br',
    'http://dona@HOST',
    'http://HOST/',
    'http://HOST.',
    'HTTP://HOST',
    'http:HOST',
    'HOST',
    'file://HOST',
    'null',
    '',
    'http://HOST, http://HOST',
  ])('a page of "%s" may not, and nothing changes', async (origin) => {
    expect(await outcomeOf({ origin: origin.replaceAll('HOST', host) })).toEqual(REFUSED);
  });

  test.each(['cross-site', 'same-site', 'elsewhere', ''])('a request that is "%s" may not', async (fetchSite) => {
    expect(await outcomeOf({ 'sec-fetch-site': fetchSite })).toEqual(REFUSED);
    expect(await outcomeOf({ 'sec-fetch-site': fetchSite, origin: store.url })).toEqual(REFUSED);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s from another site changes nothing', async (method) => {
    const cookie = `session=${(await login(store)).cookies.get('session')}`;
    for (const path of ['/api/admin/gates/products', '/', '/login', '/api/no-such-call']) {
      const response = await send(store.url, path, { method, headers: { cookie, origin: 'https://exemplo.com.br' } });
      expect(response.status, path).toBe(403);
    }
  });

  test('a cross-site form cannot log in, and reading stays allowed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://exemplo.com.br' };
    const response = await send(store.url, '/api/auth/login', { method: 'POST', headers, body: 'email=a&password=b' });
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await send(store.url, '/', { headers })).status).toBe(200);
  });

  test('no response has CORS headers', async () => {
    for (const path of ['/', '/api/public/products', '/api/auth/status']) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await send(store.url, path, { method, headers: { origin: 'https://exemplo.com.br' } });
        expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test.each(['null', 'file://', 'https://exemplo.com.br'])(
    'the plugin\'s page at "%s" checks a key',
    async (origin) => {
      const headers = { ...JSON_TYPE, origin, 'sec-fetch-site': 'cross-site' };
      const call = { method: 'POST', headers, body: '{"key":"NAO-EXISTE"}' };
      const response = await send(store.url, '/api/licenses/validate', call);
      expect([response.status, JSON.parse(response.text)]).toEqual([200, { valid: false, code: 'unknown' }]);
      expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
      const refused = await send(store.url, '/api/licenses/validate', { ...call, body: '{}' });
      expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([422, '*']);
    },
  );

  test.each(PLUGIN_CALLS)('%s may be asked for beforehand', async (path) => {
    const headers = { origin: 'null', 'access-control-request-method': 'POST' };
    const response = await send(store.url, path, { method: 'OPTIONS', headers });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '86400',
    });
  });

  test.each([
    '/api/licenses/validate/',
    '/api//licenses/validate',
    '//api/licenses/validate',
    '/api/licenses/%76alidate',
    '/API/licenses/validate',
    '/api/licenses/../licenses/validate',
    '/api/licenses/validate;x',
    '/api/licenses/Validate',
    '/api/licenses/other',
    '/api/admin/gates/products',
    '/api/admin/activation-keys/1?/api/licenses/validate',
  ])('"%s" stays closed to pages of files', async (path) => {
    const cookie = `session=${(await login(store)).cookies.get('session')}`;
    for (const origin of ['null', 'file://']) {
      const headers = { ...JSON_TYPE, origin, cookie };
      const response = await send(store.url, path, { method: 'POST', headers, body: '{"key":"NAO-EXISTE"}' });
      expect([response.status, response.headers['access-control-allow-origin']], origin).toEqual([403, undefined]);
    }
  });

  test('no address in a page comes from the Host header', async () => {
    const headers = {
      host: 'atacante.test',
      'x-forwarded-host': 'atacante.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=atacante.test;proto=https',
    };
    for (const path of [
      '/',
      `/checkout/${productId}`,
      '/sitemap.xml',
      '/robots.txt',
      '/login',
      '/no-such-page',
      '/admin',
    ]) {
      const response = await send(store.url, path, { headers });
      expect(response.text + JSON.stringify(response.headers), path).not.toContain('atacante.test');
    }
  });
});

describe('with SITE_URL', () => {
  beforeAll(async () => {
    store = await startStore({ SITE_URL: 'http://loja.test:{port}' });
    host = `loja.test:${new URL(store.url).port}`;
    const products = await send(store.url, '/api/public/products', { headers: { host } });
    productId = JSON.parse(products.text)[0].id;
  });
  afterAll(() => store.stop());

  test('the store responds only under its own name', async () => {
    expect((await send(store.url, '/', { headers: { host } })).status).toBe(200);
    expect((await send(store.url, '/', { headers: { host: host.toUpperCase() } })).status).toBe(200);
    const { port } = new URL(store.url);
    const others = [
      `127.0.0.1:${port}`,
      'loja.test',
      `loja.test.:${port}`,
      `x.loja.test:${port}`,
      `loja.test:${port}.x`,
    ];
    for (const other of [...others, 'atacante.test', '']) {
      for (const path of ['/', '/api/public/products', '/theme.js', '/uploads/default-product.png', '/no-such-page']) {
        const response = await send(store.url, path, { headers: { host: other } });
        expect(response.status, `${other}${path}`).toBe(421);
        expect(JSON.parse(response.text)).toMatchObject({ code: 'wrong_host' });
      }
    }
  });

  test('health responds under any name', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await send(store.url, path, { headers: { host: 'balancer.internal' } })).status).toBe(200);
    }
  });

  test('only its exact origin may write', async () => {
    expect((await orderWith({ host, origin: `http://${host}` })).status).toBe(200);
    const { port } = new URL(store.url);
    const lookAlikes = [
      `https://${host}`,
      'http://loja.test',
      `http://loja.test:${port}0`,
      `http://loja.test.atacante.test:${port}`,
      `http://atacante-loja.test:${port}`,
      `http://${host}@atacante.test`,
      `http://dona@${host}`,
      `http://LOJA.test:${port}`,
      `http://loja.test.:${port}`,
      `http://${host}/`,
      'null',
    ];
    for (const origin of lookAlikes) expect(await outcomeOf({ host, origin })).toEqual(REFUSED);
  });

  test('every absolute address uses the public one', async () => {
    const page = (await send(store.url, '/', { headers: { host } })).text;
    expect(page).toContain(`<link rel="canonical" href="http://${host}/"`);
    expect(page).toMatch(new RegExp(`property="og:url" content="http://${host}/"`));
    expect((await send(store.url, '/sitemap.xml', { headers: { host } })).text).toContain(`<loc>http://${host}/</loc>`);
    expect((await send(store.url, '/robots.txt', { headers: { host } })).text).toContain(`Sitemap: http://${host}/`);
  });
});
