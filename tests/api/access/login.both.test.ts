import { beforeAll, describe, expect, test } from 'vitest';
import { openPasswords } from '#src/server/shop/passwords.ts';
import type { User } from '#src/wire/access/auth.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { addPartner, from, LOGIN_REFUSED, newAddress, PARTNER, tryLogin } from '../../support/calls/logins.ts';

const AFFILIATE = { email: 'marina@canal.exemplo.com.br', password: 'senha-da-marina' };

const store = startStoreForFile({ TRUST_PROXY: '1' });

beforeAll(async () => {
  await addPartner(store);
  await store
    .database()
    .updateTable('users')
    .set({ passwordHash: await openPasswords().hash(AFFILIATE.password) })
    .where('email', '=', AFFILIATE.email)
    .executeTakeFirstOrThrow();
});

describe('the session status', () => {
  test('distinguishes users from strangers', async () => {
    const anonymous = openClient(store.url);
    expect((await anonymous.get('/api/auth/status')).json()).toEqual({ isAuthenticated: false });
    const refused = await anonymous.get('/api/auth/user');
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'unauthenticated' });

    const owner = await login(store);
    const user = (await owner.get('/api/auth/user')).json<User>();
    expect(user).toEqual({
      id: expect.any(String),
      email: store.admin.email,
      name: 'Administração',
      isAdmin: true,
      role: 'owner',
    });
    expect((await owner.get('/api/auth/status')).json()).toEqual({ isAuthenticated: true, user });
    expect((await owner.get('/api/auth/status')).headers.get('cache-control')).toBe('no-store');
  });

  test('accepts capitals and blanks around the e-mail, and returns the user only', async () => {
    const response = await tryLogin(store, {
      email: `  ${store.admin.email.toUpperCase()} `,
      password: store.admin.password,
    });
    expect(response.status).toBe(200);
    const { id } = response.json<{ user: User }>().user;
    expect(response.json()).toEqual({
      user: { id, email: store.admin.email, name: 'Administração', isAdmin: true, role: 'owner' },
    });
  });
});

describe('a failed login', () => {
  const cases = {
    'a wrong password': { email: 'dona@loja.test', password: 'senha-errada' },
    'an unknown e-mail': { email: 'ninguem@loja.test', password: 'senha-errada' },
    'an affiliate with the right password': AFFILIATE,
  };

  test.each(Object.entries(cases))(
    'with %s gets the same response as any other, and no cookie',
    async (_case, body) => {
      const response = await tryLogin(store, body);
      expect(response.status).toBe(401);
      expect(response.json()).toEqual(LOGIN_REFUSED);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  test('takes as long for an unknown e-mail as for a wrong password', async () => {
    const times: Record<string, number[]> = {};
    for (let turn = 0; turn < 5; turn += 1) {
      for (const [name, body] of Object.entries(cases)) {
        const start = performance.now();
        await tryLogin(store, body);
        times[name] = [...(times[name] ?? []), performance.now() - start];
      }
    }
    // The quickest of each counts, without what a busy machine adds. One without the hash would be ten times quicker.
    const quickest = Object.values(times).map((spent) => Math.min(...spent));
    expect(Math.max(...quickest) / Math.min(...quickest)).toBeLessThan(5);
  });

  test('reports the invalid field', async () => {
    const response = await tryLogin(store, { email: 'dona', password: '12345' });
    expect(response.status).toBe(422);
    expect(response.json()).toEqual({
      code: 'invalid',
      message: 'Por favor, insira um endereço de email válido.',
      fields: {
        email: 'Por favor, insira um endereço de email válido.',
        password: 'A senha deve ter pelo menos 6 caracteres.',
      },
    });
  });

  test('a hundred times in a minute is throttled, and the owner elsewhere and the partner here still get in', async () => {
    const here = newAddress();
    const attempts = Array.from({ length: 100 }, (_, turn) =>
      tryLogin(store, { email: store.admin.email, password: `palpite-${turn}` }, here),
    );
    const responses = await Promise.all(attempts);

    const stopped = responses.filter(({ status }) => status === 429);
    expect(stopped.length).toBeGreaterThanOrEqual(85);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(100 - stopped.length);
    for (const { headers } of stopped) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stopped[0]?.json()).toEqual({
      code: 'too_many_attempts',
      message: 'Muitas tentativas. Aguarde 10 minutos e tente de novo.',
    });
    // Nobody learns behind the limit whether a guess was right.
    expect((await tryLogin(store, store.admin, here)).status).toBe(429);
    expect((await tryLogin(store, store.admin, newAddress())).status).toBe(200);
    expect((await tryLogin(store, PARTNER, here)).status).toBe(200);
  });

  test('cannot escape the limit with a forged forwarded address', async () => {
    const invented = (turn: number) => from(`203.0.113.${turn}, 198.51.100.250`);
    const body = { email: 'invasor@loja.test', password: 'senha-errada' };
    const responses = await Promise.all(Array.from({ length: 12 }, (_, turn) => tryLogin(store, body, invented(turn))));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('counts an IPv6 network as one address', async () => {
    const body = { email: 'vizinho@loja.test', password: 'senha-errada' };
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => tryLogin(store, body, from(`2001:db8:7:7::${turn + 1}`))),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await tryLogin(store, body, from('2001:db8:7:8::1'))).status).toBe(401);
  });

  test('does not count once it succeeded', async () => {
    const here = newAddress();
    for (let turn = 0; turn < 12; turn += 1) {
      expect((await tryLogin(store, { ...store.admin, password: 'senha-errada' }, here)).status).toBe(401);
      expect((await tryLogin(store, store.admin, here)).status).toBe(200);
    }
  });
});
