import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { activateMachine, deactivateMachine } from '#src/domain/licenses/activate-machine.ts';
import { validateLicense } from '#src/domain/licenses/licenses.ts';
import type { ContentOf, MailContent } from '#src/domain/mail/content.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import type { Shop } from '#src/domain/shop.ts';
import { askForTrial, startTrial } from '#src/domain/trials/ask-trial.ts';
import { listRunningTrials } from '#src/domain/trials/show-trial.ts';
import { declineNotices, forgetOldTrials, queueTrialNotices } from '#src/domain/trials/trial-notices.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { TRIAL_ASKED } from '#src/wire/trials/trials.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const PRODUCT = 'grade-cinema';
const ANA = 'ana@exemplo.com.br';
const HERS = 'computador-da-ana-0001';
const OTHER = 'computador-outro-0002';
const START = Date.parse('2026-11-22T15:00:00.000Z');
const NETWORK = '203.0.113.7';

const opened = openShopForFile({ connections: 10 });
let shop: Shop;
let now: number;
let letters: MailContent[];

beforeEach(async () => {
  now = START;
  letters = [];
  const { db } = opened.shop;
  await db.deleteFrom('trials').execute();
  await db.deleteFrom('outbox').execute();
  await db
    .updateTable('products')
    .set({ trialDays: 14, keySource: 'pool', keyPrefix: null })
    .where('id', '=', PRODUCT)
    .execute();
  const send = async (letter: MailContent) => void letters.push(letter);
  shop = {
    ...opened.with({ clock: { now: () => new Date(now) } }),
    limits: openLimits(),
    mail: { ...opened.shop.mail, send },
  };
});

const ask = (email: string, productId = PRODUCT) => askForTrial(shop, productId, { email }, NETWORK);
const trials = () => shop.db.selectFrom('trials').selectAll().execute();

async function lettersOf<Kind extends MailContent['kind']>(kind: Kind) {
  const waiting = shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting');
  while (await waiting.executeTakeFirst()) await deliverDueMail(shop);
  return letters.filter((letter): letter is ContentOf<Kind> => letter.kind === kind);
}

async function linkTo(email: string): Promise<string> {
  await ask(email);
  const links = (await lettersOf('trial_link')).filter(({ to }) => to.email === email);
  return links.at(-1)?.url.split('/').at(-1) ?? '';
}

async function keyOf(email: string): Promise<string> {
  await startTrial(shop, await linkTo(email), NETWORK);
  return (await lettersOf('trial_key')).find(({ to }) => to.email === email)?.key ?? '';
}

const activate = (key: string, fingerprint = HERS) =>
  activateMachine(shop, { key, fingerprint, productId: PRODUCT, machineName: 'MacBook da Ana' }, NETWORK);
const validate = (key: string, fingerprint?: string) => validateLicense(shop, { key, fingerprint }, NETWORK);

describe('a trial', () => {
  test('has a key of the shop after its link was used, and takes none of the pool', async () => {
    const free = await freeKeys();
    const key = await keyOf(ANA);
    expect(key).toMatch(/^GRADE-/);
    expect(await trials()).toEqual([
      expect.objectContaining({ key, email: ANA, confirmedAt: iso(START), endsAt: iso(START + 14 * DAY_MS) }),
    ]);
    expect(await freeKeys()).toBe(free);
    expect(await listRunningTrials(shop, 'A.n.a+teste@exemplo.com.br')).toEqual([]);
    expect(await listRunningTrials(shop, 'Ana+teste@exemplo.com.br')).toEqual([expect.objectContaining({ key })]);
  });

  test('is had once by 50 who ask with one mailbox, use one link, or come from one computer', async () => {
    const fifty = <Value>(run: (at: number) => Promise<Value>) =>
      Promise.allSettled(Array.from({ length: 50 }, (_, at) => run(at)));
    shop = { ...shop, limits: { ...shop.limits, take: async () => null } };
    await fifty((at) => ask(`ana+${at}@exemplo.com.br`));
    expect(await trials()).toHaveLength(1);

    const token = await linkTo(ANA);
    const begun = await fifty(() => startTrial(shop, token, NETWORK));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await trials()).map(({ key }) => key)).toEqual([expect.stringMatching(/^GRADE-/)]);

    const keys: string[] = [];
    for (let at = 0; at < 8; at += 1) keys.push(await keyOf(`bia${at}@exemplo.com.br`));
    const tries = await fifty((at) => activate(keys[at % keys.length] ?? ''));
    const codes = tries.map((each) => (each.status === 'fulfilled' ? each.value.code : 'failed'));
    expect(new Set(codes)).toEqual(new Set(['activated', 'already_active', 'trial_used']));
    expect(codes.filter((code) => code === 'activated')).toHaveLength(1);

    const free = await keyOf('carla@exemplo.com.br');
    const machines = await fifty((at) => activate(free, `computador-numero-${1000 + at}`));
    const given = machines.map((each) => (each.status === 'fulfilled' ? each.value.code : 'failed'));
    expect(given.toSorted()).toEqual(['activated', ...Array(49).fill('trial_elsewhere')]);
  });

  test('is not begun by a link of yesterday, nor by a former one', async () => {
    const former = await linkTo(ANA);
    const token = await linkTo(ANA);
    await expect(startTrial(shop, former, NETWORK)).rejects.toMatchObject({ code: 'link_over' });
    now += 24 * HOUR_MS;
    await expect(startTrial(shop, token, NETWORK)).rejects.toMatchObject({ code: 'link_over' });
    now += 1;
    await forgetOldTrials(shop);
    expect(await trials()).toEqual([]);
  });

  test('is not offered by a product without days, nor by one without a key', async () => {
    await expect(ask(ANA, 'onda-audio')).rejects.toMatchObject({ code: 'no_trial' });
    await shop.db.updateTable('products').set({ requiresActivation: 0 }).where('id', '=', PRODUCT).execute();
    await expect(ask(ANA)).rejects.toMatchObject({ code: 'no_trial' });
    await shop.db.updateTable('products').set({ requiresActivation: 1 }).where('id', '=', PRODUCT).execute();
  });

  test('answers who tried before as it answers everybody, and writes to that mailbox alone', async () => {
    const key = await keyOf(ANA);
    letters = [];
    now += HOUR_MS + 1;
    expect(await ask('ana+outra@exemplo.com.br')).toEqual({ success: true, message: TRIAL_ASKED });
    expect(await lettersOf('trial_key')).toEqual([expect.objectContaining({ key, state: 'running' })]);
    expect(letters.map(({ to }) => to.email)).toEqual([ANA]);
    for (let at = 0; at < 5; at += 1) await ask(ANA);
    expect(await lettersOf('trial_key')).toHaveLength(2);
  });
});

describe('its key', () => {
  test('is good on one computer until the end, and the ticket says so', async () => {
    const key = await keyOf(ANA);
    expect(await validate(key, HERS)).toMatchObject({ valid: false, code: 'not_activated' });
    const first = await activate(key);
    const trialEndsAt = iso(START + 14 * DAY_MS);
    expect(first).toMatchObject({ valid: true, code: 'activated', trialEndsAt, machines: { used: 1, limit: 1 } });
    const claims = decodeJwt('ticket' in first ? first.ticket : '');
    expect(claims).toMatchObject({ kind: 'trial', pid: PRODUCT, exp: Date.parse(trialEndsAt) / 1000 });
    expect(await activate(key)).toMatchObject({ code: 'already_active' });
    expect(await activate(key.toLowerCase(), OTHER)).toMatchObject({
      valid: false,
      code: 'trial_elsewhere',
      buyUrl: expect.stringMatching(/\/checkout\/grade-cinema$/),
    });
    expect(await validate(key, HERS)).toMatchObject({ valid: true, code: 'valid', trialEndsAt });
    expect(await validateLicense(shop, { key, productId: 'onda-audio' }, NETWORK)).toMatchObject({
      code: 'other_product',
    });
    expect(await deactivateMachine(shop, { key, fingerprint: HERS }, NETWORK)).toMatchObject({ released: false });

    now += 14 * DAY_MS;
    for (const late of [await validate(key, HERS), await activate(key)]) {
      expect(late).toMatchObject({ valid: false, code: 'trial_ended', buyUrl: expect.any(String) });
      expect(late).not.toHaveProperty('ticket');
    }
    expect(await activate(await keyOf('bia@exemplo.com.br'))).toMatchObject({ code: 'trial_used' });
  });

  test.each(['pool', 'made'] as const)(
    'becomes the bought one where keys are %s, and a refund ends it',
    async (source) => {
      await shop.db
        .updateTable('products')
        .set({ keySource: source, keyPrefix: 'GRADE', machineLimit: 2 })
        .where('id', '=', PRODUCT)
        .execute();
      const key = await keyOf('ana+teste@exemplo.com.br');
      const trial = await activate(key);
      const free = await freeKeys();
      now += 20 * DAY_MS;

      const purchaseId = await sell(shop, PRODUCT);

      expect(await showLicense(shop, purchaseId)).toMatchObject({ activationKey: key });
      expect(await freeKeys()).toBe(free);
      const full = await validate(key, HERS);
      expect(full).toMatchObject({ valid: true, code: 'valid', ticket: expect.any(String) });
      const claims = decodeJwt('ticket' in full ? (full.ticket ?? '') : '');
      expect(claims).not.toHaveProperty('kind');
      expect(claims.sub).toBe(decodeJwt('ticket' in trial ? trial.ticket : '').sub);
      expect(await activate(key, OTHER)).toMatchObject({ code: 'activated', machines: { used: 2, limit: 2 } });
      expect(await showLicense(shop, await sell(shop, PRODUCT))).not.toMatchObject({ activationKey: key });

      await bookRefund(shop, await purchaseOf(purchaseId), 'admin');
      expect(await validate(key, HERS)).toMatchObject({ valid: false, code: 'refunded' });
    },
  );
});

describe('the notices', () => {
  test('come three days before the end and at it, once each', async () => {
    await keyOf(ANA);
    now = START + 10 * DAY_MS;
    await queueTrialNotices(shop);
    expect(await lettersOf('trial_ending')).toEqual([]);
    now = START + 11 * DAY_MS;
    for (let look = 0; look < 2; look += 1) await queueTrialNotices(shop);
    expect(await lettersOf('trial_ending')).toEqual([expect.objectContaining({ to: { name: '', email: ANA } })]);
    now = START + 14 * DAY_MS;
    for (let look = 0; look < 2; look += 1) await queueTrialNotices(shop);
    expect(await lettersOf('trial_ended')).toHaveLength(1);
    now += 31 * DAY_MS;
    await forgetOldTrials(shop);
    expect((await trials()).map(({ email }) => email)).toEqual([null]);
  });

  test('do not come after a purchase, an erasure or a click', async () => {
    await keyOf(ANA);
    await keyOf('bia@exemplo.com.br');
    await keyOf('carla@exemplo.com.br');
    now = START + 11 * DAY_MS;
    await queueTrialNotices(shop);
    const bought = await sell(shop, PRODUCT);
    const { customerId } = await purchaseOf(bought);
    await removeCustomer(shop, { id: await ownerId() }, customerId);
    const notices = await lettersOf('trial_ending');
    expect(new Set(notices.map(({ to }) => to.email))).toEqual(new Set(['bia@exemplo.com.br', 'carla@exemplo.com.br']));
    const url = notices.find(({ to }) => to.email === 'bia@exemplo.com.br')?.unsubscribeUrl ?? '';
    expect(await declineNotices(shop, url.split('/').at(-1) ?? '')).toBe(true);
    expect(await declineNotices(shop, 'nada.nada')).toBe(false);
    now = START + 14 * DAY_MS;
    await queueTrialNotices(shop);
    expect((await lettersOf('trial_ended')).map(({ to }) => to.email)).toEqual(['carla@exemplo.com.br']);
  });
});

const iso = (time: number) => new Date(time).toISOString();

async function freeKeys(): Promise<number> {
  const free = shop.db.selectFrom('activationKeys').where('productId', '=', PRODUCT).where('itemId', 'is', null);
  return (await free.select('id').execute()).length;
}

function purchaseOf(id: string) {
  return shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function ownerId(): Promise<string> {
  const { id } = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  return id;
}
