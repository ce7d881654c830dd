import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { type RawResponse, send } from '../../support/calls/raw-http.ts';
import { buy } from '../../support/purchases/buy.ts';
import { type Store, startStore } from '../../support/store/store.ts';

const EVERYWHERE = [
  '/',
  '/login',
  '/admin',
  '/checkout/lote',
  '/no-such-page',
  '/api/public/products',
  '/api/no-such-call',
  '/api/admin/dashboard-stats',
  '/uploads/default-product.png',
  '/uploads/no-such-file.png',
  '/theme.js',
  '/robots.txt',
  '/healthz',
];

const HSTS = 'max-age=31536000; includeSubDomains';

let store: Store;

describe('a store behind https', () => {
  const host = 'loja.test';
  const at = (path: string, headers: Record<string, string> = {}) =>
    send(store.url, path, { headers: { host, 'x-forwarded-proto': 'https', ...headers } });
  const logIn = (origin: string) =>
    send(store.url, '/api/auth/login', {
      method: 'POST',
      headers: { host, origin, 'content-type': 'application/json' },
      body: JSON.stringify(store.admin),
    });

  beforeAll(async () => {
    store = await startStore({
      SITE_URL: `https://${host}`,
      ALLOW_SANDBOX: 'true',
      DEMO_DATA: 'true',
      TRUST_PROXY: '1',
      HSTS_SUBDOMAINS: 'true',
      LOG_LEVEL: 'warn',
    });
  });
  afterAll(() => store.stop());

  test('sends HSTS for a year with every response', async () => {
    for (const path of EVERYWHERE) {
      expect((await at(path)).headers['strict-transport-security'], path).toBe(HSTS);
    }
    const wrongHost = await send(store.url, '/', { headers: { host: 'atacante.test' } });
    expect([wrongHost.status, wrongHost.headers['strict-transport-security']]).toEqual([421, HSTS]);
  });

  test('issues session cookies that are Secure, HttpOnly and SameSite', async () => {
    const response = await logIn(`https://${host}`);
    expect(response.status).toBe(200);
    const [session = '', device = ''] = (response.headers['set-cookie'] ?? '').split('\n');
    expect(device).toMatch(/^__Host-aparelho=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [pair = '', ...attributes] = session.split('; ');
    expect(pair).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure']);
    const [, token = ''] = pair.split('=');
    const user = async (cookie: string) => (await at('/api/auth/user', { cookie })).status;
    expect(await user(pair)).toBe(200);
    // A sister host or an http page could set this one; the browser lets nobody set the other.
    expect(await user(`session=${token}`)).toBe(401);
  });

  test('rejects writes from its own name over http', async () => {
    for (const origin of [`http://${host}`, 'null', `https://${host}.atacante.test`, `https://${host}:8443`]) {
      const response = await logIn(origin);
      expect([response.status, response.headers['set-cookie']], origin).toEqual([403, undefined]);
    }
  });
});

describe('a store without a proxy', () => {
  let visitor: Client;
  let owner: Client;

  beforeAll(async () => {
    store = await startStore({ LOG_LEVEL: 'warn' });
    visitor = openClient(store.url);
    owner = await login(store);
  });
  afterAll(() => store.stop());

  test('sends no HSTS', async () => {
    for (const path of EVERYWHERE) {
      expect((await send(store.url, path)).headers['strict-transport-security'], path).toBeUndefined();
    }
  });

  test('ignores forwarded client addresses', async () => {
    const guess = (turn: number) =>
      visitor.post(
        '/api/auth/login',
        { email: 'invasor@loja.test', password: 'senha-errada' },
        {
          'x-forwarded-for': `203.0.113.${turn}`,
          forwarded: `for=203.0.113.${turn}`,
          'x-real-ip': `203.0.113.${turn}`,
        },
      );
    const responses = await Promise.all(Array.from({ length: 12 }, (_, turn) => guess(turn)));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('forbids caching of personal responses', async () => {
    const { id } = await buy(visitor, { productId: 'grade-cinema' });
    const cookie = `session=${owner.cookies.get('session')}`;
    const asked: [string, RawResponse][] = [];
    for (const path of [
      `/purchase/success/${id}`,
      `/api/payments/purchase/${id}`,
      `/api/payments/license/${id}`,
      `/api/payments/download/${id}`,
      '/api/auth/status',
      '/api/auth/user',
      '/admin',
      '/admin/customers',
      '/api/admin/customers',
      '/api/admin/customers?page=1',
      '/api/admin/customers/export.csv',
      '/api/admin/purchases/export.csv',
      '/api/admin/activation-keys/export.csv',
      '/api/admin/no-such-call',
    ]) {
      asked.push([path, await send(store.url, path, { headers: { cookie } })]);
    }
    asked.push(['/admin, for a stranger', await send(store.url, '/admin')]);
    for (const [path, { headers }] of asked) {
      expect(headers['cache-control'], path).toMatch(/^(?:private, )?no-store(?:, no-transform)?$/);
      // A download's tag lets a browser go on with what was cut off; nothing is kept by it.
      expect(headers['etag'] !== undefined, path).toBe(path.startsWith('/api/payments/download/'));
    }
  });
});
