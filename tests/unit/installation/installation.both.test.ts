import { beforeEach, describe, expect, test } from 'vitest';
import { findInstallation, listInstallationLinks } from '#db/queries/installation/installation.ts';
import { findSecretHash } from '#db/queries/secrets/secrets.ts';
import { GATE } from '#src/domain/access/administrators.ts';
import { logIn } from '#src/domain/access/login.ts';
import { beginInstallation } from '#src/domain/installation/begin-installation.ts';
import { makeFirstAccount } from '#src/domain/installation/first-account.ts';
import {
  isBeingInstalled,
  listStepStates,
  noteSaved,
  openToVisitors,
  skipStep,
} from '#src/domain/installation/installation.ts';
import { holdsLink } from '#src/domain/installation/links.ts';
import type { Shop } from '#src/domain/shop.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { firstOpenStep } from '#src/wire/installation/steps.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const NETWORK = '203.0.113.7';
const ANA = { name: 'Ana Souza', email: 'ana@lume.exemplo', password: 'uma frase comprida' };
const NEW_SHOP = { isEmpty: true, isUnattended: false, keepsLinks: false };

const opened = openShopForEachTest();
let shop: Shop;

/** A new shop has no administrator yet. */
beforeEach(async () => {
  let isUnderWay = true;
  shop = {
    ...opened.shop,
    installation: {
      get isUnderWay() {
        return isUnderWay;
      },
      suggestedEmail: '',
      noteEnd() {
        isUnderWay = false;
      },
    },
  };
  await shop.db.updateTable('users').set({ isAdmin: 0, role: null }).execute();
});

async function begin(changes: Partial<typeof NEW_SHOP> = {}, now = new Date()): Promise<string> {
  const begun = await beginInstallation({ db: shop.db, now }, { ...NEW_SHOP, ...changes });
  if (!begun?.token) throw new Error('The installation did not begin.');
  return begun.token;
}

const holds = (token: string) => holdsLink(shop, token, NETWORK);

describe('the installation', () => {
  test('begins in an empty shop with a link of 128 bits, of which the hash alone is kept', async () => {
    const token = await begin();
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await isBeingInstalled(shop)).toBe(true);
    const [link] = await listInstallationLinks(shop.db, new Date().toISOString());
    expect(link?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(link?.hash).not.toContain(token);
    expect(await holds(token)).toBe(true);
  });

  test('has a new link at each start, and the former counts no longer', async () => {
    const former = await begin();
    const latest = await begin();
    expect([await holds(former), await holds(latest)]).toEqual([false, true]);
  });

  test('keeps the links that other processes of the shop have printed', async () => {
    const theirs = await begin({ keepsLinks: true });
    const ours = await begin({ keepsLinks: true });
    expect([await holds(theirs), await holds(ours)]).toEqual([true, true]);
  });

  test.each([
    ['a shop that is no new one', { isEmpty: false }],
    ['a shop whose password comes from the environment', { isUnattended: true }],
  ])('never begins in %s', async (_case, changes) => {
    expect(await beginInstallation({ db: shop.db, now: new Date() }, { ...NEW_SHOP, ...changes })).toBeNull();
    expect(await isBeingInstalled(shop)).toBe(false);
    expect(shop.installation.isUnderWay).toBe(false);
  });

  test.each([
    ['the environment has a password', { isUnattended: true }],
    ['the demo was filled in', { isEmpty: false }],
  ])('ends by itself where a later start finds that %s', async (_case, changes) => {
    const token = await begin();
    expect(await beginInstallation({ db: shop.db, now: new Date() }, { ...NEW_SHOP, ...changes })).toBeNull();
    expect(await findInstallation(shop.db)).toMatchObject({ finishedAt: expect.any(String) });
    expect([await isBeingInstalled(shop), await holds(token)]).toEqual([false, false]);
  });

  test('goes on without a link once the account is made', async () => {
    await begin();
    await makeFirstAccount(shop, ANA);
    const later = await beginInstallation({ db: shop.db, now: new Date() }, { ...NEW_SHOP, isEmpty: false });
    expect(later).toEqual({ token: null });
    expect(await isBeingInstalled(shop)).toBe(true);
  });
});

describe('the link', () => {
  test('ends after 24 hours', async () => {
    const token = await begin({}, new Date(Date.now() - 24 * HOUR_MS - 1));
    expect(await holds(token)).toBe(false);
  });

  test('is not found by guessing on', async () => {
    const token = await begin();
    for (let guess = 0; guess < 40; guess += 1) await holds(`guess-${guess}`);
    expect(await holds(token)).toBe(false);
    expect(await holdsLink(shop, token, '198.51.100.4')).toBe(true);
  });

  test('is used up by the account', async () => {
    const token = await begin();
    await makeFirstAccount(shop, ANA);
    expect(await holds(token)).toBe(false);
  });
});

describe('the first account', () => {
  const opensGates = async (password: string) => shop.passwords.matches(password, await findSecretHash(shop.db, GATE));

  test('enters with what was typed, and its password opens the gates', async () => {
    await begin();
    shop = { ...shop, settings: { ...shop.settings, isGateFromEnvironment: false } };
    const { id } = await makeFirstAccount(shop, ANA);
    expect(await logIn(shop, ANA, NETWORK)).toMatchObject({ id, name: 'Ana Souza', isAdmin: true });
    expect(await opensGates(ANA.password)).toBe(true);
  });

  test('leaves the gates the password that the environment has', async () => {
    await begin();
    await makeFirstAccount(shop, ANA);
    expect(await opensGates(ANA.password)).toBe(false);
    expect(await opensGates('senha-do-portao-42')).toBe(true);
  });

  test('is made by one of two people, and the other is told', async () => {
    await begin();
    const bento = { ...ANA, email: 'bento@lume.exemplo' };
    const made = await Promise.allSettled([makeFirstAccount(shop, ANA), makeFirstAccount(shop, bento)]);
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ kind: 'conflict', code: 'account_made' })]);
    expect(String(refused[0])).toContain('Outra pessoa já criou a conta');
    expect(await shop.db.selectFrom('users').select('email').where('isAdmin', '=', 1).execute()).toHaveLength(1);
  });
});

describe('the steps', () => {
  const stateOf = async () => Object.fromEntries((await listStepStates(shop)).map(({ step, state }) => [step, state]));

  test('go on at the first that is neither saved nor skipped', async () => {
    await begin();
    expect(firstOpenStep(await listStepStates(shop))).toBe('account');
    await makeFirstAccount(shop, ANA);
    expect(firstOpenStep(await listStepStates(shop))).toBe('store');
    await skipStep(shop, 'store');
    expect(await stateOf()).toMatchObject({ account: 'saved', store: 'skipped' });
    expect(firstOpenStep(await listStepStates(shop))).not.toBe('store');
  });

  test('stay saved when they are skipped later', async () => {
    await skipStep(shop, 'store');
    await noteSaved(shop, 'store');
    await skipStep(shop, 'store');
    expect(await stateOf()).toMatchObject({ store: 'saved' });
  });
});

describe('the opening', () => {
  test('is done once, and the second person is told', async () => {
    await begin();
    const ana = await makeFirstAccount(shop, ANA);
    await openToVisitors(shop, ana);
    expect([shop.installation.isUnderWay, await isBeingInstalled(shop)]).toEqual([false, false]);
    await expect(openToVisitors(shop, ana)).rejects.toMatchObject({ code: 'already_open' });
  });
});
