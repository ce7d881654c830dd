import { beforeAll, describe, expect, test } from 'vitest';
import type { AuthStatus } from '#src/wire/access/auth.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import {
  addPartner,
  hashOf,
  LOGIN_REFUSED,
  newAddress,
  PARTNER,
  tokenOf,
  tryLogin,
} from '../../support/calls/logins.ts';
import { send } from '../../support/calls/raw-http.ts';

const store = startStoreForFile({ TRUST_PROXY: '1' });

beforeAll(async () => {
  await addPartner(store);
});

const isIn = async (client: Client) => (await client.get('/api/auth/status')).json<AuthStatus>().isAuthenticated;

describe('a session', () => {
  const rowOf = (token: string) =>
    store.database().selectFrom('sessions').selectAll().where('id', '=', hashOf(token)).executeTakeFirst();
  const move = (client: Client, change: { created_at?: number; expires_at?: number }) =>
    store
      .database()
      .updateTable('sessions')
      .set(change)
      .where('id', '=', hashOf(tokenOf(client)))
      .execute();
  const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;

  test('has a cookie that is HttpOnly and SameSite', async () => {
    const response = await tryLogin(store, store.admin);
    const [cookie = '', device = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(/^aparelho=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax']);
  });

  test('is stored only as a hash', async () => {
    const owner = await login(store);
    expect(await rowOf(tokenOf(owner))).toBeDefined();
    const rows = await store.database().selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(tokenOf(owner));
    const withId = openClient(store.url);
    withId.cookies.set('session', hashOf(tokenOf(owner)));
    expect(await isIn(withId)).toBe(false);
  });

  test('never adopts an id sent by the browser', async () => {
    const victim = openClient(store.url);
    victim.cookies.set('session', 'chosen-by-the-attacker');
    await login(store, victim);
    expect(tokenOf(victim)).not.toBe('chosen-by-the-attacker');
    expect(await rowOf('chosen-by-the-attacker')).toBeUndefined();
  });

  test('is over after logout, also for a copied cookie', async () => {
    const owner = await login(store);
    const thief = openClient(store.url);
    thief.cookies.set('session', tokenOf(owner));
    expect(await isIn(thief)).toBe(true);

    const response = await owner.get('/api/logout');
    expect([response.status, response.json()]).toEqual([200, { success: true }]);
    expect(owner.cookies.has('session')).toBe(false);
    expect(await isIn(thief)).toBe(false);
    expect((await thief.get('/api/admin/dashboard-stats')).status).toBe(401);
    expect((await openClient(store.url).get('/api/logout')).status).toBe(200);
  });

  test('is not ended by another site', async () => {
    const owner = await login(store);
    const response = await owner.get('/api/logout', { 'sec-fetch-site': 'cross-site' });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await isIn(owner)).toBe(true);
  });

  test('ends when its browser logs in again', async () => {
    const owner = await login(store);
    const old = openClient(store.url);
    old.cookies.set('session', tokenOf(owner));
    await login(store, owner);
    expect(await isIn(old)).toBe(false);
    expect(await isIn(owner)).toBe(true);
  });

  test('expires 12 hours after the last visit', async () => {
    const owner = await login(store);
    await move(owner, { expires_at: inHours(-0.01) });
    expect(await isIn(owner)).toBe(false);
  });

  test('is extended by a visit, in database and browser', async () => {
    const owner = await login(store);
    await move(owner, { expires_at: inHours(5) });
    const response = await owner.get('/api/auth/status');
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=43200');
    expect((await rowOf(tokenOf(owner)))?.expires_at).toBeGreaterThan(inHours(11));
  });

  test('ends after 7 days, however often it was used', async () => {
    const owner = await login(store);
    await move(owner, { created_at: inHours(-7 * 24 + 1) });
    expect(await isIn(owner)).toBe(true);
    await move(owner, { created_at: inHours(-7 * 24 - 1) });
    expect(await isIn(owner)).toBe(false);
    expect(await rowOf(tokenOf(owner))).toBeUndefined();
  });

  test('ends when the account is deleted', async () => {
    const partner = openClient(store.url);
    expect((await tryLogin(store, PARTNER, newAddress(), partner)).status).toBe(200);
    await store.database().updateTable('users').set({ isActive: 0 }).where('id', '=', 'socia').execute();
    expect(await isIn(partner)).toBe(false);
    expect((await tryLogin(store, PARTNER)).json()).toEqual(LOGIN_REFUSED);
    await store.database().updateTable('users').set({ isActive: 1 }).where('id', '=', 'socia').execute();
  });

  test.each(['%', '%E0%A4%A', '"', 'a b', 'x'.repeat(8_000), "' or 1=1--", '\u00e9'])(
    '%s is not a session',
    async (cookie) => {
      const response = await send(store.url, '/api/auth/status', { headers: { cookie: `session=${cookie}` } });
      expect([response.status, response.text]).toEqual([200, '{"isAuthenticated":false}']);
    },
  );
});

describe('a password gate', () => {
  const gatesOf = async (client: Client) =>
    store
      .database()
      .selectFrom('sessions')
      .select('gates')
      .where('id', '=', hashOf(tokenOf(client)))
      .executeTakeFirstOrThrow();

  test('opens for its password, in this session only, for each screen separately', async () => {
    const owner = await login(store);
    const response = await owner.post('/api/admin/gates/products', { password: store.gatePassword });
    expect([response.status, response.json()]).toEqual([200, { success: true }]);
    await owner.post('/api/admin/gates/products', { password: store.gatePassword });
    expect(await gatesOf(owner)).toEqual({ gates: ',products' });
    await owner.post('/api/admin/gates/activation-keys', { password: store.gatePassword });
    expect(await gatesOf(owner)).toEqual({ gates: ',products,activation-keys' });
    expect(await gatesOf(await login(store))).toEqual({ gates: '' });
  });

  test('rejects another password, and after repeated tries the right one too', async () => {
    const owner = await login(store);
    const knock = (password: string) => owner.post('/api/admin/gates/products', { password });
    for (const password of ['errada', store.admin.password, ...Array.from({ length: 6 }, String)]) {
      const response = await knock(password);
      expect(response.status).toBe(401);
      expect(response.json()).toMatchObject({ message: 'A senha fornecida não é válida. Tente novamente.' });
    }
    const stopped = await knock(store.gatePassword);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await gatesOf(owner)).toEqual({ gates: '' });
  });

  test('does not exist for strangers or under other names', async () => {
    const body = { password: store.gatePassword };
    expect((await openClient(store.url).post('/api/admin/gates/products', body)).status).toBe(401);
    expect((await (await login(store)).post('/api/admin/gates/customers', body)).status).toBe(404);
    expect((await (await login(store)).post('/api/admin/gates/products', {})).status).toBe(422);
  });
});
