import { describe, expect, test } from 'vitest';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { tokenOf } from '../../support/calls/logins.ts';
import { send } from '../../support/calls/raw-http.ts';
import { enterAsAffiliate } from '../../support/purchases/affiliates.ts';

const store = startStoreForFile();

const cookieOf = (client: Client) => ({ cookie: `session=${tokenOf(client)}` });

describe('the back-office', () => {
  const API = [
    '/api/admin/dashboard-stats',
    '/api/admin/events',
    '/api/admin/no-such-call',
    '/api/%61dmin/dashboard-stats',
    '/api/admin%2fdashboard-stats',
    '/api/./admin/dashboard-stats',
    '/api/public/../admin/dashboard-stats',
    '//api/admin/dashboard-stats',
    '/api//admin/dashboard-stats',
    '/api/admin//dashboard-stats',
    '/api/admin/dashboard-stats/',
    '/api/admin/dashboard-stats?x=1',
    '/api/ADMIN/dashboard-stats',
    '/api/admin/dashboard-stats%00',
    '/api/%2561dmin/dashboard-stats',
    '/api\\admin\\dashboard-stats',
  ];
  const PAGES = [
    '/admin',
    '/admin/',
    '/admin/products',
    '/%61dmin',
    '/%2561dmin',
    '//admin',
    '/./admin',
    '/login/../admin',
    '/admin%2f',
    '/%2fadmin',
    '/admin%00',
    '/ADMIN',
    '/Admin/',
    '/admin;x=1',
    '/admin?x=1',
    '/index.html/../admin',
    '\\admin',
  ];

  test.each(API)('%s returns no data to strangers and affiliates', async (path) => {
    const headers = cookieOf(await enterAsAffiliate(store));
    for (const response of [await send(store.url, path), await send(store.url, path, { headers })]) {
      expect([400, 401, 403, 404]).toContain(response.status);
      expect(response.text).not.toMatch(/totalSales|recentOrders/);
    }
  });

  test.each(PAGES)('%s shows nothing to strangers and affiliates', async (path) => {
    const headers = cookieOf(await enterAsAffiliate(store));
    for (const response of [await send(store.url, path), await send(store.url, path, { headers })]) {
      expect([301, 302, 308, 400, 404]).toContain(response.status);
      expect(response.text).not.toMatch(/Faturamento|Últimos pedidos|dona@loja/);
      expect(response.headers['location'] ?? '/login').toMatch(/^\/(?:login|admin)/);
    }
  });

  test('responds 401 to strangers and 403 to affiliates, and redirects both to the login', async () => {
    const headers = cookieOf(await enterAsAffiliate(store));
    for (const path of ['dashboard-stats', 'events', 'health', 'no-such-call'].map((call) => `/api/admin/${call}`)) {
      expect((await send(store.url, path)).status, path).toBe(401);
      const response = await send(store.url, path, { headers });
      expect([response.status, JSON.parse(response.text)]).toMatchObject([403, { code: 'forbidden' }]);
    }
    for (const path of ['/admin', '/admin/', '/admin/products', '/%61dmin']) {
      for (const response of [await send(store.url, path), await send(store.url, path, { headers })]) {
        expect([response.status, response.headers['location']], path).toEqual([302, '/login']);
      }
    }
    expect((await send(store.url, '/api/auth/user', { headers })).text).toContain('"isAdmin":false');
  });

  test('opens for the owner', async () => {
    const owner = await login(store);
    expect((await owner.get('/admin')).status).toBe(200);
    expect((await owner.get('/api/admin/dashboard-stats')).status).toBe(200);
    expect((await owner.get('/api/admin/no-such-call')).status).toBe(404);
  });
});
