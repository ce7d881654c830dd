import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { TokenCreated } from '#src/wire/access/api-tokens.ts';
import { CODE_APP_PATH, type CodeAppBegun, type FactorAdded } from '#src/wire/access/factors.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { LOGIN_REFUSED, newAddress, tryLogin } from '../../support/calls/logins.ts';

const store = startStoreForFile({ TRUST_PROXY: '1' });

const elevenMinutesAgo = () => Math.floor((Date.now() - 11 * MINUTE_MS) / SECOND_MS);
const age = () =>
  store.database().updateTable('sessions').set({ created_at: elevenMinutesAgo(), confirmedAt: null }).execute();

test('money, exports and the team ask for the person after ten minutes, and no token is asked', async () => {
  const owner = await login(store);
  const made = await owner.post('/api/admin/tokens', { name: 'planilha', scopes: ['sales:read'] });
  const { token } = made.json<TokenCreated>();
  await age();
  const asking = [
    owner.post('/api/admin/purchases/nenhuma/refund'),
    owner.get('/api/admin/purchases/export.csv'),
    owner.get('/api/admin/customers/export.csv'),
    owner.post('/api/admin/payouts', { ids: [] }),
    owner.post('/api/admin/tokens', { name: 'x', scopes: ['sales:read'] }),
    owner.post(CODE_APP_PATH),
    owner.put('/api/admin/settings/team', { values: { requireSecondFactor: 'on' }, before: {} }),
  ];
  for (const response of await Promise.all(asking)) {
    expect(response.status).toBe(403);
    expect(response.json<ErrorBody>()).toMatchObject({ code: 'confirm_identity', kinds: ['password'] });
  }
  expect((await owner.get('/api/admin/purchases')).status).toBe(200);
  const byToken = await openClient(store.url).get('/api/admin/purchases/export.csv', {
    authorization: `Bearer ${token}`,
  });
  expect(byToken.status).toBe(200);
  const { password: current } = store.admin;
  expect((await owner.post('/api/admin/account/confirm', { current })).status).toBe(200);
  expect((await owner.get('/api/admin/purchases/export.csv')).status).toBe(200);
});

test('a session of somebody without a factor opens nothing else while the shop asks for one', async () => {
  const owner = await login(store);
  const set = (requireSecondFactor: 'on' | 'off', before: 'on' | 'off') =>
    owner.put('/api/admin/settings/team', { values: { requireSecondFactor }, before: { requireSecondFactor: before } });
  expect((await set('on', 'off')).status).toBe(200);
  const late = await login(store);
  expect((await late.get('/api/admin/purchases')).json<ErrorBody>().code).toBe('second_factor_missing');
  expect((await late.post('/api/admin/backups/external')).json<ErrorBody>().code).toBe('second_factor_missing');
  expect((await late.get('/admin/sales')).headers.get('location')).toBe('/admin/segundo-fator');
  expect((await late.get('/admin/segundo-fator')).status).toBe(200);
  expect((await late.get('/api/admin/account/factors')).status).toBe(200);
  // Whoever was in stays in.
  expect((await owner.get('/api/admin/purchases')).status).toBe(200);
  expect((await set('off', 'on')).status).toBe(200);
});

test('a person with a code app signs in by both, and a wrong password says nothing of it', async () => {
  const owner = await login(store);
  const { secret } = (await owner.post(CODE_APP_PATH)).json<CodeAppBegun>();
  const codeOf = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30 * SECOND_MS });
  const confirmed = await owner.post(`${CODE_APP_PATH}/confirm`, { code: codeOf(-1) });
  expect(confirmed.json<FactorAdded>().recoveryCodes).toHaveLength(10);

  const wrong = await tryLogin(store, { ...store.admin, password: 'senha-errada' });
  expect([wrong.status, wrong.json()]).toEqual([401, LOGIN_REFUSED]);
  const visitor = openClient(store.url);
  const asked = await tryLogin(store, store.admin, newAddress(), visitor);
  expect(asked.status).toBe(401);
  expect(asked.headers.getSetCookie()).toEqual([]);
  const { challengeId, kinds, code } = asked.json<ErrorBody>();
  expect([code, kinds]).toEqual(['second_factor_required', ['code', 'recovery']]);
  const prove = (typed: string) => visitor.post('/api/auth/second-factor', { challengeId, code: typed });
  expect((await prove('000000')).status).toBe(422);
  expect((await visitor.get('/api/auth/status')).json()).toEqual({ isAuthenticated: false });
  const entered = await prove(codeOf(1));
  expect([entered.status, entered.json()]).toMatchObject([200, { user: { email: store.admin.email, isAdmin: true } }]);
  expect((await visitor.get('/api/auth/status')).json()).toMatchObject({ isAuthenticated: true });
  expect((await prove(codeOf(2))).json<ErrorBody>().code).toBe('challenge_over');
  expect((await visitor.post('/api/auth/passkey', { challengeId, assertion: {} })).status).toBe(422);

  const change = (password: string) => visitor.post('/api/admin/account/password', { password });
  expect((await change('curta7')).json<ErrorBody>().fields).toHaveProperty('password');
  expect((await change('uma frase nova e longa')).status).toBe(200);
});
