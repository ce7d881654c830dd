import { beforeEach, describe, expect, test } from 'vitest';
import { createApiToken, listApiTokens, revokeApiToken } from '#src/domain/access/api-tokens.ts';
import { callOnce, forgetOldCalls } from '#src/domain/access/idempotent-calls.ts';
import { recordChange } from '#src/domain/audit/audit.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import type { Shop } from '#src/domain/shop.ts';
import { readToken } from '#src/http/sessions/api-token.ts';
import { CreateToken, MOST_TOKENS } from '#src/wire/access/api-tokens.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const opened = openShopForEachTest();
let shop: Shop;
let owner: { id: string };
let now: number;

beforeEach(async () => {
  now = Date.now();
  shop = opened.with({ clock: { now: () => new Date(now) } });
  owner = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
});

const FORM: CreateToken = { name: 'n8n', scopes: ['sales:read', 'sales:refund'], expiresInDays: 30 };
const create = (form = FORM) => createApiToken(shop, owner, form);
const INVALID = expect.objectContaining({ kind: 'unauthenticated', code: 'invalid_token' });

describe('a token', () => {
  test('has 256 random bits, is kept as a hash, and names its scopes', async () => {
    const { id, token } = await create();
    expect(token).toMatch(/^cf_[0-9A-Za-z]{43}$/);
    expect(await readToken(shop, `Bearer ${token}`)).toEqual({ id, scopes: FORM.scopes, role: 'owner' });
    expect(JSON.stringify(await shop.db.selectFrom('apiTokens').selectAll().execute())).not.toContain(token.slice(7));
    expect(JSON.stringify(await listApiTokens(shop))).not.toContain(token.slice(7));
    expect(JSON.stringify(await shop.db.selectFrom('audit').selectAll().execute())).not.toContain(token.slice(3));
  });

  test('ends when it is revoked, when its time is over, and with the account of its maker', async () => {
    const { id, token } = await create();
    const lasting = await create({ ...FORM, expiresInDays: null });
    for (const typed of ['', 'cf_', token.slice(0, -1), `${token}x`, token.toLowerCase()]) {
      await expect(readToken(shop, `Bearer ${typed}`)).rejects.toEqual(INVALID);
    }
    await revokeApiToken(shop, owner, id);
    await expect(readToken(shop, `Bearer ${token}`)).rejects.toEqual(INVALID);
    await expect(revokeApiToken(shop, owner, id)).rejects.toMatchObject({ kind: 'not_found' });
    const ending = await create();
    now += 30 * DAY_MS - 1;
    await expect(readToken(shop, `Bearer ${ending.token}`)).resolves.toBeTruthy();
    now += 1;
    await expect(readToken(shop, `Bearer ${ending.token}`)).rejects.toEqual(INVALID);
    await expect(readToken(shop, `Bearer ${lasting.token}`)).resolves.toBeTruthy();
    await shop.db.updateTable('users').set({ isActive: 0 }).where('id', '=', owner.id).execute();
    await expect(readToken(shop, `Bearer ${lasting.token}`)).rejects.toEqual(INVALID);
  });

  test('is one of fifty, of which revoked ones do not count', async () => {
    for (let count = 0; count < MOST_TOKENS - 1; count += 1) await create();
    const made = await Promise.allSettled([create(), create(), create()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many_tokens' } });
    const [first] = await listApiTokens(shop);
    await revokeApiToken(shop, owner, first?.id ?? '');
    await expect(create()).resolves.toBeTruthy();
  });

  test('makes 600 calls a minute, and its last use is written once in that time', async () => {
    const { token } = await create();
    const used = async () => (await listApiTokens(shop))[0]?.lastUsedAt;
    const first = new Date(now).toISOString();
    await readToken(shop, `Bearer ${token}`);
    now += 59 * SECOND_MS;
    for (let call = 1; call < 600; call += 1) await readToken(shop, `Bearer ${token}`);
    expect(await used()).toBe(first);
    await expect(readToken(shop, `Bearer ${token}`)).rejects.toMatchObject({ kind: 'too_many', code: 'too_many' });
    const other = await create();
    now += 2 * MINUTE_MS;
    await readToken(shop, `Bearer ${other.token}`);
    expect(await used()).toBe(new Date(now).toISOString());
  });

  test('is an actor of the trail, which finds it by its name', async () => {
    const { id } = await create({ ...FORM, name: 'Integração da Ação' });
    await recordChange(shop.db, shop, { id }, { action: 'purchase.export', entityId: 'all' });
    await revokeApiToken(shop, owner, id);
    const find = async (q: string) =>
      (await listAuditPage(shop, readListRequest(new URLSearchParams({ q }), AUDIT_LIST))).items;
    expect((await find('acao')).map(({ action, actorName, subject }) => [action, actorName, subject?.name])).toEqual([
      ['access.revoke_token', expect.any(String), 'Integração da Ação'],
      ['purchase.export', 'Token Integração da Ação', undefined],
      ['access.create_token', expect.any(String), 'Integração da Ação'],
    ]);
    expect((await find('acao'))[2]?.changes).toMatchObject({ scopes: [null, 'sales:read, sales:refund'] });
  });

  test('refuses a form without scopes, with unknown ones or another lifetime', () => {
    for (const wrong of [{ scopes: [] }, { scopes: ['users:write'] }, { name: '' }, { expiresInDays: 31 }]) {
      expect(CreateToken.safeParse({ ...FORM, ...wrong }).error?.issues[0]?.path[0]).toBe(Object.keys(wrong)[0]);
    }
  });
});

describe('a call with an idempotency key', () => {
  const CALL = { tokenId: 'token', key: 'chave', request: ['/api', { amount: 1 }] };

  test('is done once by twenty at once, and later ones get its response for a day', async () => {
    let deeds = 0;
    const deed = async () => {
      deeds += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { status: 201, body: `{"deed":${deeds}}`, isRefusedForNow: false };
    };
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => callOnce(shop, CALL, deed)));
    const answers = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []));
    expect(deeds).toBe(1);
    expect(answers.filter(({ isRepeated }) => !isRepeated)).toEqual([
      { status: 201, body: '{"deed":1}', isRepeated: false },
    ]);
    expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(['in_progress']) : new Set());
    expect(await callOnce(shop, CALL, deed)).toEqual({ status: 201, body: '{"deed":1}', isRepeated: true });
    await expect(callOnce(shop, { ...CALL, request: ['/api', { amount: 2 }] }, deed)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'idempotency_mismatch',
    });
    await callOnce(shop, { ...CALL, tokenId: 'another' }, deed);
    now += DAY_MS + 1;
    expect(await callOnce(shop, CALL, deed)).toMatchObject({ body: '{"deed":3}', isRepeated: false });
    now += DAY_MS + 1;
    await forgetOldCalls(shop);
    expect(await shop.db.selectFrom('idempotentCalls').selectAll().execute()).toEqual([]);
  });

  test('is never done again once its process died or its response was erased', async () => {
    const died = () => Promise.reject(new Error('The process is gone.'));
    await expect(callOnce(shop, CALL, died)).rejects.toThrow('gone');
    const again = () => Promise.resolve({ status: 200, body: '{"again":true}', isRefusedForNow: false });
    await expect(callOnce(shop, CALL, again)).rejects.toMatchObject({ code: 'in_progress', retryAfterSeconds: 1 });
    now += 2 * MINUTE_MS;
    await expect(callOnce(shop, CALL, again)).rejects.toMatchObject({ kind: 'conflict', code: 'outcome_unknown' });
    await callOnce(shop, { ...CALL, key: 'pessoa' }, again);
    const { id } = await shop.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    await callOnce(shop, { ...CALL, key: 'durante' }, async () => {
      await removeCustomer(shop, owner, id);
      return again();
    });
    expect(JSON.stringify(await shop.db.selectFrom('idempotentCalls').selectAll().execute())).not.toContain('again');
    await expect(callOnce(shop, { ...CALL, key: 'pessoa' }, again)).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  test('that came too fast may come again', async () => {
    const tooFast = () => Promise.resolve({ status: 429, body: '{}', isRefusedForNow: true });
    await callOnce(shop, CALL, tooFast);
    expect(await callOnce(shop, CALL, tooFast)).toMatchObject({ isRepeated: false });
  });
});
