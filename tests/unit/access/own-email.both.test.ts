import { beforeEach, describe, expect, test } from 'vitest';
import { changeOwnName } from '#src/domain/access/own-account.ts';
import {
  clearOldEmailChanges,
  confirmOwnEmail,
  findAskedEmail,
  requestOwnEmail,
  stopOwnEmail,
} from '#src/domain/access/own-email.ts';
import { createAffiliate } from '#src/domain/affiliates/affiliates.ts';
import type { Shop } from '#src/domain/shop.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { ACCOUNT_TEXTS, ChangeOwnEmail, ChangeOwnName } from '#src/wire/access/own-account.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const OWNER = { email: 'admin@loja.local', password: 'senha-da-dona-42' };
const NEXT = 'dona@estudio.exemplo';
const [HERE, PHONE, OTHERS] = ['here', 'phone', 'others'];

const opened = openShopForEachTest();
let shop: Shop;
let owner: { id: string };
let now: number;
let networks = 0;

beforeEach(async () => {
  now = Date.now();
  shop = opened.with({ clock: { now: () => new Date(now) } });
  owner = await shop.db.selectFrom('users').select('id').where('email', '=', OWNER.email).executeTakeFirstOrThrow();
  const createdAt = new Date(now).toISOString();
  const partner = { id: 'socia', name: 'Sócia', email: 'socia@loja.test', createdAt, passwordHash: 'x' };
  await shop.db
    .insertInto('users')
    .values({ ...partner, isAdmin: 1, role: 'owner', isAffiliate: 0, isActive: 1 })
    .execute();
  for (const [id, userId] of [
    [HERE, owner.id],
    [PHONE, owner.id],
    [OTHERS, 'socia'],
  ] as const) {
    await shop.sessions.start({ id, userId, device: 'Chrome', createdAt: new Date(now) });
  }
});

/** The change is later than every other. */
async function ask(email: string, current = OWNER.password) {
  now += MINUTE_MS;
  await requestOwnEmail(shop, owner, { current, email }, { sessionId: HERE });
  return linksOfNewest();
}

/** Returns them as the two mails have them, with their addressees. */
async function linksOfNewest() {
  const mails = await shop.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(2).execute();
  const [news, confirmation] = await Promise.all(mails.map((mail) => MAIL_HANDLERS[mail.kind].write(shop, mail)));
  const link = (mail: typeof news) => (mail && 'url' in mail ? (mail.url?.split('?t=')[1] ?? '') : '');
  return { confirm: link(confirmation), stop: link(news), to: [confirmation?.to.email, news?.to.email] };
}

const confirm = (token: string, sessionId: string | null = null) =>
  confirmOwnEmail(shop, token, { clientNetwork: `network ${++networks}`, sessionId });
const stop = (token: string) => stopOwnEmail(shop, token, `network ${++networks}`);
const emailOfOwner = async () =>
  (await shop.db.selectFrom('users').select('email').where('id', '=', owner.id).executeTakeFirstOrThrow()).email;
const openSessions = async () =>
  (await shop.db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id);
const invalid = { code: 'invalid_code' };

test("an administrator's name changes at once, and the trail keeps no word of it", async () => {
  await changeOwnName(shop, owner, ChangeOwnName.parse({ name: '  Vera Lúcia ' }));
  expect(await shop.db.selectFrom('users').select('name').where('id', '=', owner.id).executeTakeFirst()).toEqual({
    name: 'Vera Lúcia',
  });
  for (const name of ['', '   ', 'a'.repeat(121), 'Vera\nBcc: x']) {
    expect(ChangeOwnName.safeParse({ name }).success, name).toBe(false);
  }
  expect(JSON.stringify(await shop.db.selectFrom('audit').selectAll().execute())).not.toContain('Vera');
});

describe("an administrator's new e-mail", () => {
  test('counts from its link on, ends the other sessions of the account, and leaves no address in the trail', async () => {
    const { confirm: token, to } = await ask(NEXT);
    expect(to).toEqual([NEXT, OWNER.email]);
    expect([await emailOfOwner(), await findAskedEmail(shop, owner)]).toEqual([OWNER.email, NEXT]);
    await confirm(token, HERE);
    expect([await emailOfOwner(), await findAskedEmail(shop, owner)]).toEqual([NEXT, null]);
    expect(await openSessions()).toEqual([HERE, OTHERS]);
    await expect(confirm(token, HERE)).rejects.toMatchObject(invalid);

    const trail = await shop.db.selectFrom('audit').selectAll().where('action', 'like', 'access.%email').execute();
    expect(trail.map(({ action, fields }) => [action, fields])).toEqual([
      ['access.ask_email', '["email"]'],
      ['access.change_email', '["email"]'],
    ]);
    expect(JSON.stringify(trail)).not.toContain('@');
    const kept = JSON.stringify(await shop.db.selectFrom('adminEmailChanges').selectAll().execute());
    expect(kept).not.toContain(token);
  });

  test("opens nobody else's session when it is confirmed elsewhere", async () => {
    await confirm((await ask(NEXT)).confirm, OTHERS);
    expect(await openSessions()).toEqual([OTHERS]);
  });

  test('is asked for with the password, which cannot be guessed', async () => {
    const guess = () => ask(NEXT, 'um palpite');
    await expect(guess()).rejects.toMatchObject({ fields: { current: ACCOUNT_TEXTS.wrongPassword } });
    for (let tries = 1; tries < 8; tries += 1) await expect(guess()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(ask(NEXT)).rejects.toMatchObject({ kind: 'too_many' });
    expect(await shop.db.selectFrom('adminEmailChanges').selectAll().execute()).toEqual([]);
  });

  test('is refused where it is another account, the same, or none', async () => {
    await expect(ask('socia@loja.test')).rejects.toMatchObject({ fields: { email: ACCOUNT_TEXTS.takenEmail } });
    await expect(ask(OWNER.email)).rejects.toMatchObject({ fields: { email: ACCOUNT_TEXTS.sameEmail } });
    expect(ChangeOwnEmail.safeParse({ current: 'x', email: 'dona@' }).success).toBe(false);
    expect(ChangeOwnEmail.parse({ current: 'x', email: ' Dona@Loja.test ' }).email).toBe('dona@loja.test');

    const { confirm: token } = await ask(NEXT);
    await shop.db.updateTable('users').set({ email: NEXT }).where('id', '=', 'socia').execute();
    await expect(confirm(token)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await emailOfOwner()).toBe(OWNER.email);
  });

  test('is that of the newest link, for a day', async () => {
    const [first, second] = [await ask(NEXT), await ask('outra@estudio.exemplo')];
    await expect(confirm(first.confirm)).rejects.toMatchObject(invalid);
    now += DAY_MS;
    await expect(confirm(second.confirm)).rejects.toMatchObject(invalid);
    await expect(confirm('de-ninguem')).rejects.toMatchObject(invalid);
    expect(await emailOfOwner()).toBe(OWNER.email);
    now += 7 * DAY_MS;
    await clearOldEmailChanges(shop);
    expect(await shop.db.selectFrom('adminEmailChanges').selectAll().execute()).toEqual([]);
  });
});

describe('the former address', () => {
  test('stops a change before it counts, with the link of any of them', async () => {
    const [first, second] = [await ask(NEXT), await ask('outra@estudio.exemplo')];
    await stop(first.stop);
    await expect(confirm(second.confirm)).rejects.toMatchObject(invalid);
    expect([await emailOfOwner(), await openSessions()]).toEqual([OWNER.email, [OTHERS]]);
  });

  test('comes back for seven days, whatever was changed since, and later addresses undo nothing', async () => {
    const stolen = await ask('mallory@exemplo.test');
    await confirm(stolen.confirm, HERE);
    const again = await ask('mallory-2@exemplo.test');
    await confirm(again.confirm, HERE);
    now += 6 * DAY_MS;
    await stop(stolen.stop);
    expect([await emailOfOwner(), await openSessions()]).toEqual([OWNER.email, [OTHERS]]);
    await expect(stop(again.stop)).rejects.toMatchObject(invalid);
    await expect(stop(stolen.stop)).rejects.toMatchObject(invalid);
    expect(await emailOfOwner()).toBe(OWNER.email);
  });

  test('is nobody else meanwhile', async () => {
    const { confirm: token, stop: stopToken } = await ask(NEXT);
    await confirm(token);
    const affiliate = { name: 'Rui', password: 'senha-do-rui', commissionRate: 10, couponCode: 'RUI10' };
    await expect(createAffiliate(shop, owner, { ...affiliate, email: OWNER.email })).rejects.toMatchObject({
      code: 'email_taken',
    });
    await stop(stopToken);
    expect(await emailOfOwner()).toBe(OWNER.email);
  });
});
