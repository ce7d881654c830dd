import { beforeEach, describe, expect, test } from 'vitest';
import { GATE } from '#src/domain/access/administrators.ts';
import { logIn, passGate } from '#src/domain/access/login.ts';
import {
  changeGatePassword,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#src/domain/access/own-account.ts';
import type { Shop } from '#src/domain/shop.ts';
import { ACCOUNT_TEXTS, ChangeOwnPassword } from '#src/wire/access/own-account.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const OWNER = { email: 'admin@loja.local', password: 'senha-da-dona-42' };
const NEXT = { current: OWNER.password, password: 'outra-senha-da-dona' };
const [HERE, PHONE, OTHERS] = ['here', 'phone', 'others'];
/** Whole seconds, as sessions count. */
const START = Math.floor(Date.now() / 1000) * 1000;
const here = { sessionId: HERE };

const opened = openShopForEachTest();
let shop: Shop;
let owner: { id: string };
let now: number;

beforeEach(async () => {
  now = START;
  const clock = { now: () => new Date(now) };
  const test = opened.with({ clock });
  shop = { ...test, settings: { ...test.settings, isGateFromEnvironment: false } };
  owner = await shop.db.selectFrom('users').select('id').where('email', '=', OWNER.email).executeTakeFirstOrThrow();
  await addUser('socia');
  for (const [id, userId, device, minutes] of [
    [PHONE, owner.id, 'Safari no iPhone', 0],
    [HERE, owner.id, 'Chrome no Windows', 10],
    [OTHERS, 'socia', 'Firefox no Mac', 20],
  ] as const) {
    await shop.sessions.start({ id, userId, device, createdAt: new Date(now + minutes * 60_000) });
  }
  now += 30 * 60_000;
});

async function addUser(id: string): Promise<void> {
  const person = { id, name: id, email: `${id}@loja.test`, createdAt: new Date(now).toISOString(), passwordHash: 'x' };
  await shop.db
    .insertInto('users')
    .values({ ...person, isAdmin: 1, role: 'owner', isAffiliate: 0, isActive: 1 })
    .execute();
}

const openSessions = async () =>
  (await shop.db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id);
const audited = async () =>
  (await shop.db.selectFrom('audit').select(['action', 'fields']).orderBy('id').execute()).map(
    ({ action, fields }) => `${action} ${fields}`,
  );

describe('the sessions of an account', () => {
  test("are told in words, this one first, and without anybody else's", async () => {
    expect(await listOwnSessions(shop, owner, here)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        device: 'Chrome no Windows',
        startedAt: new Date(START + 10 * 60_000).toISOString(),
        seenAt: new Date(START + 10 * 60_000).toISOString(),
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Safari no iPhone', isCurrent: false }),
    ]);
    expect(JSON.stringify(await listOwnSessions(shop, owner, here))).not.toContain(HERE);
  });

  test('note a visit, at most every five minutes', async () => {
    const seen = async () => (await listOwnSessions(shop, owner, here))[0]?.seenAt;
    await shop.sessions.find(HERE, new Date(now));
    expect(await seen()).toBe(new Date(now).toISOString());
    await shop.sessions.find(HERE, new Date(now + 4 * 60_000));
    expect(await seen()).toBe(new Date(now).toISOString());
    await shop.sessions.find(HERE, new Date(now + 6 * 60_000));
    expect(await seen()).toBe(new Date(now + 6 * 60_000).toISOString());
  });

  test("end one by one, but neither this one nor somebody else's", async () => {
    const [own, phone] = await listOwnSessions(shop, owner, here);
    const [theirs] = await listOwnSessions(shop, { id: 'socia' }, { sessionId: OTHERS });
    await expect(endOwnSession(shop, owner, own?.id ?? '', here)).rejects.toMatchObject({ code: 'own_session' });
    await expect(endOwnSession(shop, owner, theirs?.id ?? '', here)).rejects.toMatchObject({ kind: 'not_found' });
    await endOwnSession(shop, owner, phone?.id ?? '', here);
    expect(await openSessions()).toEqual([HERE, OTHERS]);
    expect(await shop.sessions.find(PHONE, new Date(now))).toBeUndefined();
    await expect(endOwnSession(shop, owner, phone?.id ?? '', here)).rejects.toThrow(ACCOUNT_TEXTS.unknownSession);
    expect(await audited()).toEqual(['access.end_session []']);
  });

  test('end all but this one', async () => {
    expect(await endOtherSessions(shop, owner, here)).toEqual({ success: true, ended: 1 });
    expect(await openSessions()).toEqual([HERE, OTHERS]);
    expect(await endOtherSessions(shop, owner, here)).toEqual({ success: true, ended: 0 });
    expect(await audited()).toEqual(['access.end_other_sessions []']);
  });
});

describe('the own password', () => {
  test('is changed by who knows it, and ends the other sessions of the account', async () => {
    expect(await changeOwnPassword(shop, owner, NEXT, here)).toEqual({ success: true, ended: 1 });
    expect(await openSessions()).toEqual([HERE, OTHERS]);
    await expect(logIn(shop, OWNER, '198.51.100.1')).rejects.toThrow('Credenciais');
    expect(await logIn(shop, { ...OWNER, password: NEXT.password }, '198.51.100.1')).toMatchObject({ id: owner.id });
    expect(await audited()).toContain('access.change_password ["password"]');
  });

  test('is not the name of the shop, or of its owner, with a year behind it', async () => {
    const name = shop.settings.storeName.replaceAll(' ', '');
    for (const password of [`${name}2026!`, 'Loja-Local-123456', 'ADMIN@loja.local', 'senha-admin-1234']) {
      await expect(changeOwnPassword(shop, owner, { ...NEXT, password }, here), password).rejects.toMatchObject({
        fields: { password: ACCOUNT_TEXTS.ownWords },
      });
    }
    const phrase = { ...NEXT, password: `${name} abre cedo na chuva` };
    expect(await changeOwnPassword(shop, owner, phrase, here)).toMatchObject({ success: true });
  });

  test('stays where the current one is wrong or the new one is the same', async () => {
    await expect(changeOwnPassword(shop, owner, { ...NEXT, current: 'não é' }, here)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { current: ACCOUNT_TEXTS.wrongPassword },
    });
    await expect(
      changeOwnPassword(shop, owner, { current: OWNER.password, password: OWNER.password }, here),
    ).rejects.toMatchObject({ fields: { password: ACCOUNT_TEXTS.samePassword } });
    expect(ChangeOwnPassword.safeParse({ ...NEXT, password: 'curta' }).error?.issues[0]?.message).toBe(
      'A senha deve ter pelo menos 12 caracteres. Uma frase serve.',
    );
    expect(await openSessions()).toEqual([HERE, OTHERS, PHONE]);
    expect(await audited()).toEqual([]);
  });

  test('is changed once by two at once', async () => {
    const wishes = ['uma-senha-nova', 'outra-senha-nova'].map((password) =>
      changeOwnPassword(shop, owner, { ...NEXT, password }, here),
    );
    const outcomes = await Promise.allSettled(wishes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await audited()).filter((entry) => entry.startsWith('access.change_password'))).toHaveLength(1);
  });

  test('cannot be guessed from a session in other hands', async () => {
    const guess = () => changeOwnPassword(shop, owner, { ...NEXT, current: 'um palpite' }, here);
    for (let tries = 0; tries < 8; tries += 1) await expect(guess()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(guess()).rejects.toMatchObject({ kind: 'too_many' });
    await expect(changeOwnPassword(shop, owner, NEXT, here)).rejects.toMatchObject({ kind: 'too_many' });
  });
});

describe("the gates' password", () => {
  const pass = (password: string) =>
    passGate(shop, { ...owner, role: 'owner' }, { gate: 'products', password, sessionId: PHONE });
  const gatesOf = (id: string) =>
    shop.db.selectFrom('sessions').select('gates').where('id', '=', id).executeTakeFirst();

  test('is changed with the own one, and who passed with the former passes again', async () => {
    await changeGatePassword(shop, owner, { current: OWNER.password, password: 'portao-um' }, here);
    await pass('portao-um');
    expect((await gatesOf(PHONE))?.gates).toContain('products');
    await changeGatePassword(shop, owner, { current: OWNER.password, password: 'portao-dois' }, here);
    expect((await gatesOf(PHONE))?.gates).toBe('');
    await expect(pass('portao-um')).rejects.toMatchObject({ code: 'wrong_gate_password' });
    expect(await audited()).toContain('access.change_gate_password ["password"]');
    expect(
      JSON.stringify(await shop.db.selectFrom('secrets').selectAll().where('name', '=', GATE).execute()),
    ).not.toContain('portao');
  });

  test('stays where the server sets it at each start', async () => {
    const set = { ...shop, settings: { ...shop.settings, isGateFromEnvironment: true } };
    await expect(
      changeGatePassword(set, owner, { current: OWNER.password, password: 'portao-um' }, here),
    ).rejects.toThrow(ACCOUNT_TEXTS.gateFromEnvironment);
    await expect(pass('portao-um')).rejects.toMatchObject({ code: 'wrong_gate_password' });
  });
});
