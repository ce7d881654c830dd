import { dirname, join } from 'node:path';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { voidPassword } from '#db/queries/access/users.ts';
import { acceptByPasskey, beginByPasskey, openInvitation } from '#src/domain/access/accept-invitation.ts';
import { clearOldChallenges } from '#src/domain/access/factors/challenges.ts';
import { beginCodeApp, confirmOwnCodeApp, removeCodeApp } from '#src/domain/access/factors/code-app.ts';
import { confirmIdentity, openConfirmation, requireIdentity } from '#src/domain/access/factors/confirm-identity.ts';
import { disownEntry, setNewPassword } from '#src/domain/access/factors/disown.ts';
import { findFactorsOfTeam } from '#src/domain/access/factors/factor-kinds.ts';
import { recognizeDevice } from '#src/domain/access/factors/known-devices.ts';
import { showOwnFactors } from '#src/domain/access/factors/own-factors.ts';
import { addPasskey, beginPasskey, removePasskey } from '#src/domain/access/factors/passkeys.ts';
import { renewRecoveryCodes } from '#src/domain/access/factors/recovery-codes.ts';
import { enterByPasskey, enterBySecondFactor, openPasskeySignIn } from '#src/domain/access/factors/sign-in.ts';
import { invitationTokenOf, invite } from '#src/domain/access/invitations.ts';
import { logIn } from '#src/domain/access/login.ts';
import { changeGatePassword, changeOwnPassword } from '#src/domain/access/own-account.ts';
import { confirmOwnEmail, requestOwnEmail } from '#src/domain/access/own-email.ts';
import { showAddress } from '#src/domain/address/address.ts';
import { CATALOG_CHANGED } from '#src/domain/events.ts';
import { isRefusal, type Refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';
import { readMailbox } from '../../support/calls/mailbox.ts';
import { makeSoftwarePasskey, type SoftwarePasskey } from '../../support/calls/software-passkey.ts';

const OWNER = { email: 'admin@loja.local', password: 'senha-da-dona-42' };
const PLACE = { origin: 'https://loja.test', domain: 'loja.test' };
const HERE = { sessionId: 'here' };
const NETWORK = '198.51.100.7';
/** Whole steps of 30 seconds. */
const START = Math.floor(Date.now() / 30_000) * 30_000;

const opened = openShopForEachTest();
let shop: Shop;
let owner: { id: string };
let now: number;

beforeEach(async () => {
  now = START;
  const here = opened.with({ clock: { now: () => new Date(now) } });
  shop = { ...here, settings: { ...here.settings, siteUrl: PLACE.origin, isHttps: true } };
  owner = await shop.db.selectFrom('users').select('id').where('email', '=', OWNER.email).executeTakeFirstOrThrow();
  await shop.sessions.start({ id: 'here', userId: owner.id, device: 'Chrome no Mac', createdAt: new Date(now) });
  await shop.db.deleteFrom('outbox').execute();
});

const refusalOf = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return error;
    },
  );

async function addSoftPasskey(name = 'MacBook', counter = 0): Promise<SoftwarePasskey> {
  const passkey = makeSoftwarePasskey(PLACE);
  const { challengeId } = await beginPasskey(shop, owner);
  await addPasskey(shop, owner, { challengeId, name, attestation: passkey.attest(challengeId, { counter }) });
  return passkey;
}

async function addApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await beginCodeApp(shop, owner);
  const { recoveryCodes } = await confirmOwnCodeApp(shop, owner, { code: codeOf(secret) });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: now + steps * 30_000 });

async function askedAfterPassword() {
  const asked = await refusalOf(logIn(shop, OWNER, NETWORK));
  expect(asked).toMatchObject({ kind: 'unauthenticated', code: 'second_factor_required' });
  return { challengeId: asked.proof?.challengeId ?? '', kinds: asked.proof?.kinds };
}

const enterByCode = async (code: string) =>
  enterBySecondFactor(shop, { challengeId: (await askedAfterPassword()).challengeId, code }, NETWORK);

async function mails() {
  while ((await deliverDueMail(shop)) > 0);
  return readMailbox(join(dirname(opened.file), 'mail'));
}

const alerts = async () =>
  (await shop.db.selectFrom('accountAlerts').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);

/** The login's page offers passkeys only while there are some. */
function countDroppedPages(): () => number {
  let count = 0;
  shop.events.subscribe(CATALOG_CHANGED, () => {
    count += 1;
  });
  return () => count;
}

describe('a passkey', () => {
  test('signs its person in by itself, once for each challenge', async () => {
    const passkey = await addSoftPasskey();
    const { challengeId } = await openPasskeySignIn(shop, NETWORK);
    const userHandle = Buffer.from(owner.id).toString('base64url');
    const entry = { challengeId, assertion: passkey.assert(challengeId, { userHandle }) };
    expect(await enterByPasskey(shop, entry, NETWORK)).toMatchObject({ id: owner.id, email: OWNER.email });
    expect(await refusalOf(enterByPasskey(shop, entry, NETWORK))).toMatchObject({ code: 'challenge_over' });
    expect((await showOwnFactors(shop, owner)).passkeys).toMatchObject([
      { name: 'MacBook', state: 'works', lastUsedAt: new Date(now).toISOString() },
    ]);
  });

  test.each([
    ['another site', { origin: 'https://loja-falsa.test' }],
    ['another domain', { domain: 'outra.test' }],
    ['a device that did not know its person', { isVerified: false }],
    ['another person', { userHandle: Buffer.from('outra').toString('base64url') }],
  ])('is refused from %s', async (_from, how) => {
    const passkey = await addSoftPasskey();
    const { challengeId } = await openPasskeySignIn(shop, NETWORK);
    const refused = await refusalOf(
      enterByPasskey(shop, { challengeId, assertion: passkey.assert(challengeId, how) }, NETWORK),
    );
    expect(refused).toMatchObject({ kind: 'unauthenticated', code: 'passkey_refused' });
  });

  test('is refused with the signature of another key, and so says nothing of a copy', async () => {
    const passkey = await addSoftPasskey('MacBook', 5);
    const { challengeId } = await openPasskeySignIn(shop, NETWORK);
    const other = makeSoftwarePasskey(PLACE).assert(challengeId, { counter: 1 });
    const forged = { ...other, id: passkey.id, rawId: passkey.id };
    expect(await refusalOf(enterByPasskey(shop, { challengeId, assertion: forged }, NETWORK))).toMatchObject({
      code: 'passkey_refused',
    });
    expect(await alerts()).toEqual(['factor_added']);
  });

  test('that counts backwards opens nothing ever again, and its person is told', async () => {
    const passkey = await addSoftPasskey('Chave azul', 5);
    const enter = async (counter: number) => {
      const { challengeId } = await openPasskeySignIn(shop, NETWORK);
      return enterByPasskey(shop, { challengeId, assertion: passkey.assert(challengeId, { counter }) }, NETWORK);
    };
    await enter(6);
    const dropped = countDroppedPages();
    expect(await refusalOf(enter(6))).toMatchObject({ code: 'passkey_copied' });
    expect(dropped()).toBe(1);
    expect(await refusalOf(enter(9))).toMatchObject({ code: 'passkey_refused' });
    expect((await showOwnFactors(shop, owner)).passkeys).toMatchObject([{ state: 'cloned' }]);
    expect((await mails()).map(({ subject }) => subject)).toContain(
      `Uma passkey deixou de valer no painel da ${shop.settings.storeName}`,
    );
    expect((await askedAfterPassword()).kinds).toEqual(['recovery']);
  });

  test('is the second factor of the own person alone', async () => {
    const passkey = await addSoftPasskey();
    const { challengeId, kinds } = await askedAfterPassword();
    expect(kinds).toEqual(['passkey', 'recovery']);
    const assertion = passkey.assert(challengeId);
    expect(await enterBySecondFactor(shop, { challengeId, assertion }, NETWORK)).toMatchObject({ id: owner.id });
    await shop.db
      .insertInto('users')
      .values({ ...SOMEBODY, createdAt: new Date(now).toISOString() })
      .execute();
    await shop.db.updateTable('passkeys').set({ userId: SOMEBODY.id }).execute();
    await addApp();
    const again = await askedAfterPassword();
    const stolen = { challengeId: again.challengeId, assertion: passkey.assert(again.challengeId) };
    expect(await refusalOf(enterBySecondFactor(shop, stolen, NETWORK))).toMatchObject({ code: 'passkey_refused' });
  });

  test('of a former domain still counts, but opens nothing at the new one', async () => {
    await addSoftPasskey();
    shop = { ...shop, settings: { ...shop.settings, siteUrl: 'https://nova.test' } };
    expect((await askedAfterPassword()).kinds).toEqual(['recovery']);
    expect((await showOwnFactors(shop, owner)).passkeys).toMatchObject([{ state: 'elsewhere' }]);
  });

  test('is added by what its own challenge signed, is removed, and takes the recovery codes along', async () => {
    const passkey = await addSoftPasskey();
    const { challengeId } = await beginPasskey(shop, owner);
    const old = makeSoftwarePasskey(PLACE).attest('de-outra-vez');
    expect(await refusalOf(addPasskey(shop, owner, { challengeId, name: 'x', attestation: old }))).toMatchObject({
      kind: 'invalid',
    });
    const again = { challengeId: (await beginPasskey(shop, owner)).challengeId, name: 'x' };
    const twice = addPasskey(shop, owner, { ...again, attestation: passkey.attest(again.challengeId) });
    expect(await refusalOf(twice)).toMatchObject({ kind: 'invalid' });
    expect(await findFactorsOfTeam(shop)).toEqual(new Map([[owner.id, 'passkey']]));
    await removePasskey(shop, owner, passkey.id);
    expect(await showOwnFactors(shop, owner)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await logIn(shop, OWNER, NETWORK)).toMatchObject({ id: owner.id });
    expect(await alerts()).toEqual(['factor_added', 'factor_removed']);
  });
});

const SOMEBODY = {
  ...{ id: 'socia', email: 'socia@loja.test', name: 'Sócia', passwordHash: '' },
  ...({ isAdmin: 1, isAffiliate: 0, isActive: 1 } as const),
};

describe('a code app', () => {
  test('counts once a code was typed, and its secret is stored encrypted', async () => {
    const { secret, qrCodeBase64 } = await beginCodeApp(shop, owner);
    expect(Buffer.from(qrCodeBase64, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(await logIn(shop, OWNER, NETWORK)).toMatchObject({ id: owner.id });
    expect(await refusalOf(confirmOwnCodeApp(shop, owner, { code: '000000' }))).toMatchObject({ kind: 'invalid' });
    await confirmOwnCodeApp(shop, owner, { code: codeOf(secret) });
    expect((await askedAfterPassword()).kinds).toEqual(['code', 'recovery']);
    expect(JSON.stringify(await shop.db.selectFrom('codeApps').selectAll().execute())).not.toContain(secret);
    expect(await refusalOf(beginCodeApp(shop, owner))).toMatchObject({ code: 'has_code_app' });
    await removeCodeApp(shop, owner);
    expect(await logIn(shop, OWNER, NETWORK)).toMatchObject({ id: owner.id });
  });

  test('opens with the code of now, and of 30 seconds before and after, each once', async () => {
    const { secret } = await addApp();
    // The one that confirmed it is used.
    expect(await refusalOf(enterByCode(codeOf(secret)))).toMatchObject({ kind: 'invalid' });
    now += 5 * 60_000;
    const [late, early, tooEarly] = [codeOf(secret, -1), codeOf(secret, 1), codeOf(secret, 2)];
    expect(await refusalOf(enterByCode(codeOf(secret, -2)))).toMatchObject({ kind: 'invalid' });
    expect(await refusalOf(enterByCode(tooEarly))).toMatchObject({ kind: 'invalid' });
    expect(await enterByCode(late)).toMatchObject({ id: owner.id });
    expect(await refusalOf(enterByCode(late))).toMatchObject({ kind: 'invalid' });
    expect(await enterByCode(early)).toMatchObject({ id: owner.id });
    expect(await refusalOf(enterByCode(codeOf(secret)))).toMatchObject({ kind: 'invalid' });
  });

  test('lets one of two at once in with the same code', async () => {
    const { secret } = await addApp();
    now += 60_000;
    const asked = [await askedAfterPassword(), await askedAfterPassword()];
    const entries = asked.map(({ challengeId }) =>
      enterBySecondFactor(shop, { challengeId, code: codeOf(secret) }, NETWORK),
    );
    const outcomes = await Promise.allSettled(entries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('judges no code for 15 minutes after five wrong ones, and tells its person once', async () => {
    const { secret } = await addApp();
    now += 60_000;
    const { challengeId } = await askedAfterPassword();
    const tryCode = (code: string) => refusalOf(enterBySecondFactor(shop, { challengeId, code }, NETWORK));
    for (let tries = 0; tries < 5; tries += 1) expect(await tryCode('000000')).toMatchObject({ kind: 'invalid' });
    const stopped = await tryCode(codeOf(secret));
    expect(stopped).toMatchObject({ kind: 'too_many', code: 'too_many_attempts' });
    expect(stopped.retryAfterSeconds).toBeGreaterThan(14 * 60);
    expect((await alerts()).filter((kind) => kind === 'wrong_codes')).toHaveLength(1);
    await shop.limits.forget('factorCodes', owner.id);
  });
});

test('each of ten recovery codes opens once, until they are made anew', async () => {
  const { recoveryCodes } = await addApp();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  expect(await enterByCode(` ${first.toLowerCase().replaceAll('-', ' ')}`)).toMatchObject({ id: owner.id });
  expect(await refusalOf(enterByCode(first))).toMatchObject({ kind: 'invalid' });
  expect((await showOwnFactors(shop, owner)).recoveryCodesLeft).toBe(9);
  expect(JSON.stringify(await shop.db.selectFrom('recoveryCodes').selectAll().execute())).not.toContain(second);
  await renewRecoveryCodes(shop, owner);
  expect(await refusalOf(enterByCode(second))).toMatchObject({ kind: 'invalid' });
});

test('a recovery code opens for one of two at the same moment', async () => {
  const { recoveryCodes } = await addApp();
  const [code = ''] = recoveryCodes;
  const asked = [await askedAfterPassword(), await askedAfterPassword()];
  const entries = asked.map(({ challengeId }) => enterBySecondFactor(shop, { challengeId, code }, NETWORK));
  const outcomes = await Promise.allSettled(entries);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await showOwnFactors(shop, owner)).recoveryCodesLeft).toBe(9);
});

describe('an invitation that a passkey accepts', () => {
  const BIA = { email: 'bia@loja.test', role: 'owner', name: 'Bia Luz' } as const;
  let token: string;
  let passkey: SoftwarePasskey;

  beforeEach(async () => {
    token = invitationTokenOf(shop, (await invite(shop, owner, BIA)).id);
    passkey = makeSoftwarePasskey(PLACE);
  });

  const begin = () => beginByPasskey(shop, { token, name: BIA.name }, NETWORK);
  const accept = (challengeId: string, made = passkey) =>
    acceptByPasskey(
      shop,
      { token, name: BIA.name, challengeId, attestation: made.attest(challengeId) },
      { clientNetwork: NETWORK, device: 'Chrome no Mac' },
    );
  const enter = async (userHandle: string) => {
    const { challengeId } = await openPasskeySignIn(shop, NETWORK);
    return enterByPasskey(shop, { challengeId, assertion: passkey.assert(challengeId, { userHandle }) }, NETWORK);
  };

  test('makes an account without a password, which its passkey opens alone', async () => {
    const { challengeId, userHandle } = await begin();
    const { id, recoveryCodes } = await accept(challengeId);
    expect(recoveryCodes).toHaveLength(10);
    expect(await enter(userHandle)).toMatchObject({ id, email: BIA.email, name: BIA.name, role: 'owner' });
    expect(await showOwnFactors(shop, { id })).toMatchObject({
      hasPassword: false,
      passkeys: [{ name: 'Chrome no Mac', state: 'works' }],
    });
    for (const password of [' '.repeat(6), 'senha-da-dona-42']) {
      const refused = await refusalOf(logIn(shop, { email: BIA.email, password }, NETWORK));
      expect(refused).toMatchObject({ code: 'invalid_credentials' });
    }
  });

  test('is accepted once, in time, with a challenge of its own, and where browsers make passkeys', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(await refusalOf(accept('de-outra-vez'))).toMatchObject({ code: 'challenge_over' });
    const outcomes = await Promise.allSettled([
      accept(first.challengeId),
      accept(second.challengeId, makeSoftwarePasskey(PLACE)),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(begin())).toMatchObject({ code: 'invalid_code' });
    expect(await shop.db.selectFrom('passkeys').select('id').execute()).toHaveLength(1);
    shop = { ...shop, settings: { ...shop.settings, siteUrl: 'http://192.0.2.7' } };
    expect(await refusalOf(begin())).toMatchObject({ code: 'not_here' });
  });

  test('leaves no way to lock its person out, and the passkey proves where others type a password', async () => {
    const { challengeId } = await begin();
    const { id } = await accept(challengeId);
    const bia = { id };
    shop = { ...shop, settings: { ...shop.settings, isGateFromEnvironment: false } };
    const there = { sessionId: 'there' };
    await shop.sessions.start({ id: 'there', userId: bia.id, device: 'Chrome', createdAt: new Date(now) });
    const ask = (email: string) => requestOwnEmail(shop, bia, { email }, there);
    const openGate = () => changeGatePassword(shop, bia, { password: 'outra-senha-42' }, there);
    await ask('bia.luz@loja.test');
    await openGate();
    now += 10 * 60_000;
    for (const attempt of [() => ask('b@loja.test'), openGate]) {
      expect(await refusalOf(attempt())).toMatchObject({
        code: 'confirm_identity',
        proof: { kinds: ['passkey', 'recovery'] },
      });
    }
    const confirmation = await openConfirmation(shop, bia);
    await confirmIdentity(shop, bia, { ...confirmation, assertion: passkey.assert(confirmation.challengeId) }, there);
    expect(await refusalOf(removePasskey(shop, bia, passkey.id))).toMatchObject({ code: 'last_factor' });
    await changeOwnPassword(shop, bia, { password: 'uma frase nova e longa' }, there);
    expect(await showOwnFactors(shop, bia)).toMatchObject({ hasPassword: true });
    await removePasskey(shop, bia, passkey.id);
    expect(await logIn(shop, { email: BIA.email, password: 'uma frase nova e longa' }, NETWORK)).toMatchObject(bia);
  });

  test('ends by "não fui eu", whose mailed link gives the account a password', async () => {
    const { challengeId, userHandle } = await begin();
    const { id } = await accept(challengeId);
    await disownEntry(shop, await linkIn('nao-fui-eu'), NETWORK);
    expect(await refusalOf(enter(userHandle))).toMatchObject({ code: 'passkey_refused' });
    await setNewPassword(shop, await linkIn('nova-senha'), { password: 'cavalo grampo bateria' }, NETWORK);
    expect(await logIn(shop, { email: BIA.email, password: 'cavalo grampo bateria' }, NETWORK)).toMatchObject({ id });
  });
});

test('a challenge is over after ten minutes, and cleared', async () => {
  const passkey = await addSoftPasskey();
  const { challengeId } = await openPasskeySignIn(shop, NETWORK);
  now += 10 * 60_000;
  const entry = { challengeId, assertion: passkey.assert(challengeId) };
  expect(await refusalOf(enterByPasskey(shop, entry, NETWORK))).toMatchObject({ code: 'challenge_over' });
  await clearOldChallenges(shop);
  expect(await shop.db.selectFrom('signInChallenges').selectAll().execute()).toEqual([]);
});

test('whoever passkeys of this address alone let in is named before it changes', async () => {
  const named = async () => (await showAddress(shop)).byPasskeyAlone;
  await addSoftPasskey();
  // The password, and a recovery code.
  expect(await named()).toEqual([]);
  await shop.db
    .updateTable('recoveryCodes')
    .set({ usedAt: new Date(now).toISOString() })
    .execute();
  expect(await named()).toEqual(['Administração']);
  await addApp();
  expect(await named()).toEqual([]);
  await voidPassword(shop.db, owner.id);
  expect(await named()).toEqual(['Administração']);
  shop = { ...shop, settings: { ...shop.settings, siteUrl: 'https://outra.test' } };
  expect(await named()).toEqual([]);
});

describe('who must prove it again', () => {
  test('does so by a factor, where there is one, and by the password otherwise', async () => {
    now += 10 * 60_000;
    expect((await refusalOf(requireIdentity(shop, owner, HERE))).proof).toEqual({ kinds: ['password'] });
    await confirmIdentity(shop, owner, { current: OWNER.password }, HERE);
    await requireIdentity(shop, owner, HERE);
    const passkey = await addSoftPasskey();
    now += 10 * 60_000;
    expect((await refusalOf(requireIdentity(shop, owner, HERE))).proof).toEqual({ kinds: ['passkey', 'recovery'] });
    expect(await refusalOf(confirmIdentity(shop, owner, { current: OWNER.password }, HERE))).toMatchObject({
      kind: 'invalid',
    });
    const { challengeId } = await openConfirmation(shop, owner);
    await confirmIdentity(shop, owner, { challengeId, assertion: passkey.assert(challengeId) }, HERE);
    await requireIdentity(shop, owner, HERE);
  });

  test('changes the password without the present one by a factor alone', async () => {
    const password = 'uma frase nova e longa';
    expect(await refusalOf(changeOwnPassword(shop, owner, { password }, HERE))).toMatchObject({
      fields: { current: 'Digite a sua senha atual.' },
    });
    await addSoftPasskey();
    expect(await changeOwnPassword(shop, owner, { password }, HERE)).toMatchObject({ success: true });
    expect((await showOwnFactors(shop, owner)).passwordChangedAt).toBe(new Date(now).toISOString());
    expect(await refusalOf(changeOwnPassword(shop, owner, { password: 'qwerty123456' }, HERE))).toMatchObject({
      kind: 'invalid',
    });
  });

  test('ends, with a new password, the sign-ins that the former one began', async () => {
    const { secret } = await addApp();
    const { challengeId } = await askedAfterPassword();
    await changeOwnPassword(shop, owner, { current: OWNER.password, password: 'uma frase nova e longa' }, HERE);
    now += 30_000;
    const entering = enterBySecondFactor(shop, { challengeId, code: codeOf(secret) }, NETWORK);
    expect(await refusalOf(entering)).toMatchObject({ code: 'challenge_over' });
  });
});

const linkIn = async (page: string) =>
  (await mails()).map(({ text }) => new RegExp(`/conta/${page}\\?t=([\\w-]+)`).exec(text ?? '')?.[1]).find(Boolean) ??
  '';

describe('a new device', () => {
  const enterFrom = (token?: string) => recognizeDevice(shop, { userId: owner.id, device: 'Safari no iPhone', token });

  test('is told by mail, but for the first one, and known from then on', async () => {
    const first = await enterFrom();
    expect(await alerts()).toEqual([]);
    const second = await enterFrom();
    expect(await enterFrom(second)).toBe(second);
    expect(await enterFrom(first)).toBe(first);
    expect(await enterFrom('curto')).not.toBe('curto');
    expect(await alerts()).toEqual(['new_device', 'new_device']);
    const stored = JSON.stringify(await shop.db.selectFrom('knownDevices').selectAll().execute());
    expect(stored).not.toContain(second);
  });

  test('that nobody knows leaves no recovery code that it may have made, where the factors of before stay', async () => {
    await enterFrom();
    await addApp();
    await shop.db.deleteFrom('outbox').execute();
    now += 60_000;
    await enterFrom();
    await renewRecoveryCodes(shop, owner);
    await disownEntry(shop, await linkIn('nao-fui-eu'), NETWORK);
    expect(await showOwnFactors(shop, owner)).toMatchObject({ recoveryCodesLeft: 0 });
    expect(await findFactorsOfTeam(shop)).toEqual(new Map([[owner.id, 'code']]));
  });

  test('that nobody knows is thrown out by its link, with all it made, and the person chooses a new password', async () => {
    await enterFrom();
    now += 60_000;
    const stolen = await enterFrom();
    await addSoftPasskey('do ladrão');
    await shop.sessions.start({ id: 'thief', userId: owner.id, device: 'Firefox', createdAt: new Date(now) });
    const invited = await invite(shop, owner, { email: 'ladrao@exemplo.com', role: 'owner' });
    await requestOwnEmail(
      shop,
      owner,
      { current: OWNER.password, email: 'ladrao@outro.exemplo' },
      { sessionId: 'thief' },
    );
    await confirmOwnEmail(shop, await linkIn('novo-email'), { clientNetwork: NETWORK, sessionId: 'thief' });
    const token = await linkIn('nao-fui-eu');
    const dropped = countDroppedPages();
    await disownEntry(shop, token, NETWORK);

    expect(dropped()).toBe(1);
    expect(await refusalOf(disownEntry(shop, token, NETWORK))).toMatchObject({ code: 'invalid_code' });
    expect(await shop.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await showOwnFactors(shop, owner)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await refusalOf(logIn(shop, OWNER, NETWORK))).toMatchObject({ code: 'invalid_credentials' });
    const invitation = await openInvitation(shop, invitationTokenOf(shop, invited.id), NETWORK);
    expect(invitation).toEqual({ state: 'ended' });
    const link = await linkIn('nova-senha');
    const password = 'cavalo grampo bateria';
    expect(await refusalOf(setNewPassword(shop, link, { password: 'qwerty123456' }, NETWORK))).toMatchObject({
      kind: 'invalid',
    });
    await setNewPassword(shop, link, { password }, NETWORK);
    expect(await refusalOf(setNewPassword(shop, link, { password }, NETWORK))).toMatchObject({ code: 'invalid_code' });
    expect(await logIn(shop, { ...OWNER, password }, NETWORK)).toMatchObject({ id: owner.id });
    await enterFrom(stolen);
    expect((await alerts()).filter((kind) => kind === 'new_device')).toHaveLength(2);
  });
});
