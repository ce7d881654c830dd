import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPasswords } from '#src/server/passwords.ts';
import type { AuthStatus, User } from '#src/wire/auth.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { send } from '../support/raw-http.ts';
import { type Store, startStore } from '../support/store.ts';

const AFFILIATE = { email: 'marina@canal.exemplo.com.br', password: 'senha-da-marina' };
const PARTNER = { email: 'socia@loja.test', password: 'senha-da-socia-42' };
const REFUSED = {
  code: 'invalid_credentials',
  message: 'Credenciais inválidas. Apenas administradores podem acessar.',
};

let store: Store;

beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
  const passwords = openPasswords();
  await store
    .database()
    .updateTable('users')
    .set({ passwordHash: await passwords.hash(AFFILIATE.password) })
    .where('email', '=', AFFILIATE.email)
    .executeTakeFirstOrThrow();
  await store
    .database()
    .insertInto('users')
    .values({
      id: 'socia',
      email: PARTNER.email,
      name: 'Sócia',
      passwordHash: await passwords.hash(PARTNER.password),
      isAdmin: 1,
      isAffiliate: 0,
      isActive: 1,
      createdAt: new Date().toISOString(),
    })
    .execute();
});
afterAll(() => store.stop());

/** Each test comes from an address of its own, so that none uses up another's tries. */
let addresses = 0;
const from = (address: string) => ({ 'x-forwarded-for': address });
const newAddress = () => from(`198.51.100.${++addresses}`);
const tryLogin = (body: unknown, headers = newAddress(), client = openClient(store.url)) =>
  client.post('/api/auth/login', body, headers);
const enter = () => login(store);
const isIn = async (client: Client) => (await client.get('/api/auth/status')).json<AuthStatus>().isAuthenticated;

describe('who has a session', () => {
  test('is told apart from a stranger', async () => {
    const stranger = openClient(store.url);
    expect((await stranger.get('/api/auth/status')).json()).toEqual({ isAuthenticated: false });
    const refused = await stranger.get('/api/auth/user');
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'unauthenticated' });

    const owner = await enter();
    const user = (await owner.get('/api/auth/user')).json<User>();
    expect(user).toEqual({ id: expect.any(String), email: store.admin.email, name: 'Administração', isAdmin: true });
    expect((await owner.get('/api/auth/status')).json()).toEqual({ isAuthenticated: true, user });
    expect((await owner.get('/api/auth/status')).headers.get('cache-control')).toBe('no-store');
  });

  test('gets in with capitals and blanks around the e-mail, and is answered with the user alone', async () => {
    const answer = await tryLogin({ email: `  ${store.admin.email.toUpperCase()} `, password: store.admin.password });
    expect(answer.status).toBe(200);
    const { id } = answer.json<{ user: User }>().user;
    expect(answer.json()).toEqual({ user: { id, email: store.admin.email, name: 'Administração', isAdmin: true } });
  });
});

describe('a login that fails', () => {
  const cases = {
    'a wrong password': { email: 'dona@loja.test', password: 'senha-errada' },
    'an unknown e-mail': { email: 'ninguem@loja.test', password: 'senha-errada' },
    'an affiliate with the right password': AFFILIATE,
  };

  test.each(Object.entries(cases))('with %s is answered as any other, and leaves no cookie', async (_case, body) => {
    const answer = await tryLogin(body);
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual(REFUSED);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('takes as long for an unknown e-mail as for a wrong password', async () => {
    const times: Record<string, number[]> = {};
    for (let turn = 0; turn < 12; turn += 1) {
      for (const [name, body] of Object.entries(cases)) {
        const start = performance.now();
        await tryLogin(body);
        times[name] = [...(times[name] ?? []), performance.now() - start];
      }
    }
    // The quickest of each: what a busy machine adds is left out. Without the hash one would be ten times quicker.
    const quickest = Object.values(times).map((spent) => Math.min(...spent));
    expect(Math.max(...quickest) / Math.min(...quickest)).toBeLessThan(3);
  });

  test('is told which field is wrong', async () => {
    const answer = await tryLogin({ email: 'dona', password: '12345' });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({
      code: 'invalid',
      message: 'Por favor, insira um endereço de email válido.',
      fields: {
        email: 'Por favor, insira um endereço de email válido.',
        password: 'A senha deve ter pelo menos 6 caracteres.',
      },
    });
  });

  test('a hundred times in a minute is stopped, and the owner still gets in elsewhere and the partner here', async () => {
    const here = newAddress();
    const attempts = Array.from({ length: 100 }, (_, turn) =>
      tryLogin({ email: store.admin.email, password: `palpite-${turn}` }, here),
    );
    const answers = await Promise.all(attempts);

    const stopped = answers.filter(({ status }) => status === 429);
    expect(stopped.length).toBeGreaterThanOrEqual(85);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100 - stopped.length);
    for (const { headers } of stopped) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stopped[0]?.json()).toEqual({
      code: 'too_many_attempts',
      message: 'Muitas tentativas. Aguarde 10 minutos e tente de novo.',
    });
    // Nobody learns behind the limit whether a guess was right.
    expect((await tryLogin(store.admin, here)).status).toBe(429);
    expect((await tryLogin(store.admin, newAddress())).status).toBe(200);
    expect((await tryLogin(PARTNER, here)).status).toBe(200);
  });

  test('is not believed about its address by more than the proxy in front', async () => {
    const invented = (turn: number) => from(`203.0.113.${turn}, 198.51.100.250`);
    const body = { email: 'invasor@loja.test', password: 'senha-errada' };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => tryLogin(body, invented(turn))));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('moves on within its network when it has an IPv6 address, and is still counted as one', async () => {
    const body = { email: 'vizinho@loja.test', password: 'senha-errada' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => tryLogin(body, from(`2001:db8:7:7::${turn + 1}`))),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await tryLogin(body, from('2001:db8:7:8::1'))).status).toBe(401);
  });

  test('does not count once it succeeded', async () => {
    const here = newAddress();
    for (let turn = 0; turn < 12; turn += 1) {
      expect((await tryLogin({ ...store.admin, password: 'senha-errada' }, here)).status).toBe(401);
      expect((await tryLogin(store.admin, here)).status).toBe(200);
    }
  });
});

describe('a session', () => {
  const rowOf = (token: string) =>
    store.database().selectFrom('sessions').selectAll().where('id', '=', hashOf(token)).executeTakeFirst();
  const tokenOf = (client: Client) => client.cookies.get('session') ?? '';
  const move = (client: Client, change: { created_at?: number; expires_at?: number }) =>
    store
      .database()
      .updateTable('sessions')
      .set(change)
      .where('id', '=', hashOf(tokenOf(client)))
      .execute();
  const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;

  test('lies in a cookie that no script and no other site can use', async () => {
    const answer = await tryLogin(store.admin);
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax']);
  });

  test('is known to the database by its hash alone', async () => {
    const owner = await enter();
    expect(await rowOf(tokenOf(owner))).toBeDefined();
    const rows = await store.database().selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(tokenOf(owner));
    const withId = openClient(store.url);
    withId.cookies.set('session', hashOf(tokenOf(owner)));
    expect(await isIn(withId)).toBe(false);
  });

  test('is never one that the browser brought along', async () => {
    const victim = openClient(store.url);
    victim.cookies.set('session', 'chosen-by-the-attacker');
    await login(store, victim);
    expect(tokenOf(victim)).not.toBe('chosen-by-the-attacker');
    expect(await rowOf('chosen-by-the-attacker')).toBeUndefined();
  });

  test('is over after the logout, also for whoever kept the cookie', async () => {
    const owner = await enter();
    const thief = openClient(store.url);
    thief.cookies.set('session', tokenOf(owner));
    expect(await isIn(thief)).toBe(true);

    const answer = await owner.get('/api/logout');
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
    expect(owner.cookies.has('session')).toBe(false);
    expect(await isIn(thief)).toBe(false);
    expect((await thief.get('/api/admin/dashboard-stats')).status).toBe(401);
    expect((await openClient(store.url).get('/api/logout')).status).toBe(200);
  });

  test('does not end because another site says so', async () => {
    const owner = await enter();
    const answer = await owner.get('/api/logout', { 'sec-fetch-site': 'cross-site' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await isIn(owner)).toBe(true);
  });

  test('ends when its browser logs in again', async () => {
    const owner = await enter();
    const old = openClient(store.url);
    old.cookies.set('session', tokenOf(owner));
    await login(store, owner);
    expect(await isIn(old)).toBe(false);
    expect(await isIn(owner)).toBe(true);
  });

  test('runs out 12 hours after the last visit', async () => {
    const owner = await enter();
    await move(owner, { expires_at: inHours(-0.01) });
    expect(await isIn(owner)).toBe(false);
  });

  test('is prolonged by a visit, in the database and in the browser', async () => {
    const owner = await enter();
    await move(owner, { expires_at: inHours(5) });
    const answer = await owner.get('/api/auth/status');
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=43200');
    expect((await rowOf(tokenOf(owner)))?.expires_at).toBeGreaterThan(inHours(11));
  });

  test('ends after 7 days, however often it was used', async () => {
    const owner = await enter();
    await move(owner, { created_at: inHours(-7 * 24 + 1) });
    expect(await isIn(owner)).toBe(true);
    await move(owner, { created_at: inHours(-7 * 24 - 1) });
    expect(await isIn(owner)).toBe(false);
    expect(await rowOf(tokenOf(owner))).toBeUndefined();
  });

  test('ends with the account', async () => {
    const partner = openClient(store.url);
    expect((await tryLogin(PARTNER, newAddress(), partner)).status).toBe(200);
    await store.database().updateTable('users').set({ isActive: 0 }).where('id', '=', 'socia').execute();
    expect(await isIn(partner)).toBe(false);
    expect((await tryLogin(PARTNER)).json()).toEqual(REFUSED);
    await store.database().updateTable('users').set({ isActive: 1 }).where('id', '=', 'socia').execute();
  });

  test.each(['%', '%E0%A4%A', '"', 'a b', 'x'.repeat(8_000), "' or 1=1--", '\u00e9'])(
    '%s is nobody’s',
    async (cookie) => {
      const answer = await send(store.url, '/api/auth/status', { headers: { cookie: `session=${cookie}` } });
      expect([answer.status, answer.text]).toEqual([200, '{"isAuthenticated":false}']);
    },
  );
});

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

  /** A session of somebody who is no administrator: no login gives one, so it is put into the books. */
  async function affiliateCookie(): Promise<Record<string, string>> {
    const token = `token-${Math.random()}`;
    const { id } = await store
      .database()
      .selectFrom('users')
      .select('id')
      .where('email', '=', AFFILIATE.email)
      .executeTakeFirstOrThrow();
    const now = Math.floor(Date.now() / 1000);
    const session = { id: hashOf(token), user_id: id, created_at: now, expires_at: now + 3600 };
    await store.database().insertInto('sessions').values(session).execute();
    return { cookie: `session=${token}` };
  }

  test.each(API)('%s tells strangers and affiliates nothing', async (path) => {
    const headers = await affiliateCookie();
    for (const answer of [await send(store.url, path), await send(store.url, path, { headers })]) {
      expect([400, 401, 403, 404]).toContain(answer.status);
      expect(answer.text).not.toMatch(/totalSales|recentOrders/);
    }
  });

  test.each(PAGES)('%s shows strangers and affiliates nothing', async (path) => {
    const headers = await affiliateCookie();
    for (const answer of [await send(store.url, path), await send(store.url, path, { headers })]) {
      expect([301, 302, 308, 400, 404]).toContain(answer.status);
      expect(answer.text).not.toMatch(/Faturamento|Últimos pedidos|dona@loja/);
      expect(answer.headers['location'] ?? '/login').toMatch(/^\/(?:login|admin)/);
    }
  });

  test('says 401 to a stranger and 403 to an affiliate, and leads both from its pages to the login', async () => {
    const headers = await affiliateCookie();
    for (const path of ['/api/admin/dashboard-stats', '/api/admin/events', '/api/admin/no-such-call']) {
      expect((await send(store.url, path)).status, path).toBe(401);
      const answer = await send(store.url, path, { headers });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([403, { code: 'forbidden' }]);
    }
    for (const path of ['/admin', '/admin/', '/admin/products', '/%61dmin']) {
      for (const answer of [await send(store.url, path), await send(store.url, path, { headers })]) {
        expect([answer.status, answer.headers['location']], path).toEqual([302, '/login']);
      }
    }
    expect((await send(store.url, '/api/auth/user', { headers })).text).toContain('"isAdmin":false');
  });

  test('opens for the owner', async () => {
    const owner = await enter();
    expect((await owner.get('/admin')).status).toBe(200);
    expect((await owner.get('/api/admin/dashboard-stats')).status).toBe(200);
    expect((await owner.get('/api/admin/no-such-call')).status).toBe(404);
  });
});

describe('a password gate', () => {
  const gatesOf = async (client: Client) =>
    store
      .database()
      .selectFrom('sessions')
      .select('gates')
      .where('id', '=', hashOf(client.cookies.get('session') ?? ''))
      .executeTakeFirstOrThrow();

  test('opens for its password, for this session alone, and for both screens one by one', async () => {
    const owner = await enter();
    const answer = await owner.post('/api/admin/gates/products', { password: store.gatePassword });
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
    await owner.post('/api/admin/gates/products', { password: store.gatePassword });
    expect(await gatesOf(owner)).toEqual({ gates: ',products' });
    await owner.post('/api/admin/gates/activation-keys', { password: store.gatePassword });
    expect(await gatesOf(owner)).toEqual({ gates: ',products,activation-keys' });
    expect(await gatesOf(await enter())).toEqual({ gates: '' });
  });

  test('stays shut for another one, and after repeated tries for the right one too', async () => {
    const owner = await enter();
    const knock = (password: string) => owner.post('/api/admin/gates/products', { password });
    for (const password of ['errada', store.admin.password, ...Array.from({ length: 6 }, String)]) {
      const answer = await knock(password);
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ message: 'A senha fornecida não é válida. Tente novamente.' });
    }
    const stopped = await knock(store.gatePassword);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await gatesOf(owner)).toEqual({ gates: '' });
  });

  test('is not there for strangers, nor under other names', async () => {
    const body = { password: store.gatePassword };
    expect((await openClient(store.url).post('/api/admin/gates/products', body)).status).toBe(401);
    expect((await (await enter()).post('/api/admin/gates/customers', body)).status).toBe(404);
    expect((await (await enter()).post('/api/admin/gates/products', {})).status).toBe(422);
  });
});

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
