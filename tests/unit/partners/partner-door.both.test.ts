import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAffiliate, editAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { clearOldAccesses } from '#src/domain/buyers/clear-old-accesses.ts';
import { findSignedInPartner, requestPartnerLink, signInPartner } from '#src/domain/partners/partner-access.ts';
import { exportPartner } from '#src/domain/partners/partner-export.ts';
import { confirmPixKey, requestPixKey } from '#src/domain/partners/pix-key.ts';
import { tokenOf } from '#src/domain/tokens.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { giveKey, PARTNER_EMAIL, PARTNER_ID, sellIndicated } from '../../support/purchases/partners.ts';
import { OWNER, openWorlds, passTime, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;
let networks = 0;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
  return () => world.close();
});

const ask = (email = PARTNER_EMAIL) => requestPartnerLink(world.shop, { email }, `network ${++networks}`);
const enter = (token: string, sessionId = `session ${++networks}`) =>
  signInPartner(world.shop, token, sessionId, `network ${++networks}`);
const isIn = async (sessionId: string) => (await findSignedInPartner(world.shop, sessionId)) !== undefined;
const tokens = () => world.shop.db.selectFrom('partnerTokens').selectAll().execute();

async function mailedToken(): Promise<string> {
  await ask();
  const open = (await tokens()).find(({ usedAt, purpose }) => usedAt === null && purpose === 'sign_in');
  return tokenOf(world.shop, open?.id ?? '');
}

describe('the link of a partner', () => {
  test('that two use at once lets one in, and nobody once it is old', async () => {
    const token = await mailedToken();
    const entered = await Promise.allSettled([enter(token), enter(token)]);
    expect(entered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const late = await mailedToken();
    passTime(world, 30 * MINUTE_MS);
    await expect(enter(late)).rejects.toMatchObject({ code: 'invalid_code' });
    await clearOldAccesses(world.shop);
    expect(await tokens()).toEqual([]);
  });

  test('is asked for by rows that tell nobody who sells here, also too often', async () => {
    for (const email of ['ninguem@exemplo.com.br', ...Array(4).fill(PARTNER_EMAIL)]) await ask(email);
    const made = await tokens();
    expect(made).toHaveLength(5);
    expect(made.filter(({ affiliateId }) => affiliateId === PARTNER_ID)).toHaveLength(3);
    const queued = world.shop.db.selectFrom('outbox').select('customerId').where('kind', '=', 'partner_link');
    expect(await queued.execute()).toEqual(Array(5).fill({ customerId: null }));
  });

  test('of a key opens no session, and one that lets in confirms no key', async () => {
    await requestPixKey(world.shop, { id: PARTNER_ID }, { type: 'email', key: PARTNER_EMAIL });
    const [wanted] = await tokens();
    await expect(enter(tokenOf(world.shop, wanted?.id ?? ''))).rejects.toMatchObject({ code: 'invalid_code' });
    const token = await mailedToken();
    await expect(confirmPixKey(world.shop, token, 'network')).rejects.toMatchObject({ code: 'invalid_code' });
    await confirmPixKey(world.shop, tokenOf(world.shop, wanted?.id ?? ''), 'network');
    await enter(token);
  });
});

describe('whoever is in', () => {
  test('has to leave where the owner corrects the address, or closes the account', async () => {
    const ends = [
      () => editAffiliate(world.shop, OWNER, PARTNER_ID, { email: 'certa@loja.test' }),
      () => deleteAffiliate(world.shop, OWNER, PARTNER_ID),
    ];
    await sellIndicated(world, { clickedDaysAgo: 1 });
    for (const [at, end] of ends.entries()) {
      await world.shop.db.updateTable('users').set({ email: PARTNER_EMAIL }).where('id', '=', PARTNER_ID).execute();
      await enter(await mailedToken(), `device ${at}`);
      const further = await mailedToken();
      expect(await isIn(`device ${at}`)).toBe(true);
      await end();
      expect(await isIn(`device ${at}`)).toBe(false);
      await expect(enter(further)).rejects.toMatchObject({ code: 'invalid_code' });
    }
  });

  test('is in for thirty days', async () => {
    await enter(await mailedToken(), 'device');
    passTime(world, 30 * DAY_MS - 1);
    expect(await isIn('device')).toBe(true);
    passTime(world, 1);
    expect(await isIn('device')).toBe(false);
  });

  test('gets a copy of all that the shop has of the account', async () => {
    await giveKey(world);
    await sellIndicated(world, { clickedDaysAgo: 1 });
    expect(await exportPartner(world.shop, PARTNER_EMAIL)).toMatchObject({
      account: { email: PARTNER_EMAIL, pixKeyType: 'random' },
      sales: [{ commission: 9.99, status: 'pending' }],
      payouts: [],
    });
    expect(await exportPartner(world.shop, 'ninguem@exemplo.com.br')).toBeNull();
  });
});
