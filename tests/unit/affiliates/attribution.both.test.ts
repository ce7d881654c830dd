import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readClick, writeClick } from '#src/domain/affiliates/attribution.ts';
import { followLink } from '#src/domain/affiliates/follow-link.ts';
import { attributionRule } from '#src/wire/affiliates/attribution.ts';
import {
  commissionOfPurchase,
  giveMoneyBack,
  PARTNER_EMAIL,
  PARTNER_ID,
  sellIndicated,
} from '../../support/purchases/partners.ts';
import { COUPON, openWorlds, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;

beforeAll(async () => {
  worlds = await openWorlds();
  world = await worlds.begin();
});
afterAll(async () => {
  await world.close();
  await worlds.close();
});
beforeEach(() => {
  world.now += 60 * 86_400_000;
});

const STRANGER = 'ana@exemplo.com.br';

describe('a sale', () => {
  // The coupon takes 10 % off R$ 99,90, and the partner gets 10 % of what was paid.
  test.each([
    { name: 'without a sign is nobody’s', coupon: null, days: null, email: STRANGER, by: null, cents: null },
    { name: 'is of the coupon', coupon: COUPON, days: null, email: STRANGER, by: 'coupon', cents: 899 },
    { name: 'is of the coupon, whatever the link', coupon: COUPON, days: 2, email: STRANGER, by: 'coupon', cents: 899 },
    { name: 'is of the link', coupon: null, days: 0, email: STRANGER, by: 'link', cents: 999 },
    { name: 'is of the link on its last day', coupon: null, days: 30, email: STRANGER, by: 'link', cents: 999 },
    { name: 'is not of an older link', coupon: null, days: 30.01, email: STRANGER, by: null, cents: null },
    { name: 'is not of a link of the future', coupon: null, days: -1, email: STRANGER, by: null, cents: null },
    { name: 'to oneself earns nothing by link', coupon: null, days: 1, email: PARTNER_EMAIL, by: null, cents: null },
    {
      name: 'to oneself earns nothing by coupon',
      coupon: COUPON,
      days: 1,
      email: PARTNER_EMAIL,
      by: 'coupon',
      cents: null,
    },
  ] as const)('$name', async ({ coupon, days, email, by, cents }) => {
    const id = await sellIndicated(world, { couponCode: coupon, clickedDaysAgo: days, email });
    const { attribution, affiliateId } = await world.shop.db
      .selectFrom('purchases')
      .select(['attribution', 'affiliateId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ attribution, affiliateId }).toEqual({ attribution: by, affiliateId: cents === null ? null : PARTNER_ID });
    const commission = await commissionOfPurchase(world, id);
    expect(commission?.commissionCents ?? null).toBe(cents);
    if (!commission) return;
    expect(Date.parse(commission.payableAt ?? '') - world.now).toBe(8 * 86_400_000);
    await giveMoneyBack(world, id);
    expect(await commissionOfPurchase(world, id)).toMatchObject({ status: 'reversed' });
  });

  test('follows the setting of the window', async () => {
    world.shop = { ...world.shop, settings: { ...world.shop.settings, referralDays: 60 } };
    const id = await sellIndicated(world, { clickedDaysAgo: 45 });
    world.shop = { ...world.shop, settings: { ...world.shop.settings, referralDays: 30 } };
    expect(await commissionOfPurchase(world, id)).toMatchObject({ status: 'pending' });
    expect(attributionRule(30)).toBe(
      'Vale o cupom; sem cupom, vale o último link clicado nos 30 dias antes da compra.',
    );
  });

  test('earns the rate of each product that has its own', async () => {
    const rate = (commissionPercent: number | null) =>
      world.shop.db.updateTable('products').set({ commissionPercent }).where('id', '=', 'without-keys').execute();
    await rate(50);
    const plain = await sellIndicated(world, { clickedDaysAgo: 1 });
    const kit = await sellIndicated(world, { clickedDaysAgo: 1, productId: 'kit-of-both' });
    await rate(null);
    expect(await commissionOfPurchase(world, plain)).toMatchObject({
      commissionCents: 4_995,
      commissionHundredths: 5_000,
    });
    // Half of R$ 149,89 is one plugin's, and each half is rounded by itself.
    expect(await commissionOfPurchase(world, kit)).toMatchObject({
      commissionCents: 750 + 3_747,
      commissionHundredths: null,
    });
  });
});

describe('a link', () => {
  const follow = (
    to: string | null,
    {
      cookie,
      isRobot = false,
      code = COUPON.toLowerCase(),
    }: { cookie?: string; isRobot?: boolean; code?: string } = {},
  ) => followLink(world.shop, { code, to, cookie, clientNetwork: '10.0.0.1', isRobot });
  const clicks = async () => {
    const rows = await world.shop.db.selectFrom('partnerClicks').select('clicks').execute();
    return rows.reduce((sum, row) => sum + row.clicks, 0);
  };

  test.each([
    ['/plugins/grade-cinema?x=1', '/plugins/grade-cinema?x=1'],
    [null, '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/plugins/../api/logout', '/'],
    ['/a/OUTRO', '/'],
    ['/admin/sales', '/'],
    ['javascript:alert(1)', '/'],
  ])('to %s leads to %s', async (to, path) => {
    expect((await follow(to)).path).toBe(path);
  });

  test('counts a visitor once a day, and no robot', async () => {
    const before = await clicks();
    const { cookie } = await follow('/');
    await follow('/', { cookie: cookie ?? '' });
    expect((await follow('/', { isRobot: true })).cookie).toBeNull();
    expect((await follow('/', { code: 'ninguem' })).cookie).toBeNull();
    expect(await clicks()).toBe(before + 1);
    world.now += 86_400_000;
    await follow('/', { cookie: cookie ?? '' });
    expect(await clicks()).toBe(before + 2);
  });

  test('is remembered by a cookie that nobody can make', () => {
    const clickedAt = new Date(world.now).toISOString();
    const cookie = writeClick(world.shop, { affiliateId: PARTNER_ID, clickedAt });
    expect(readClick(world.shop, cookie)).toEqual({ affiliateId: PARTNER_ID, clickedAt });
    const [id, time, signature] = cookie.split('.');
    const later = (world.now + 1).toString(36);
    for (const forged of [
      `other.${time}.${signature}`,
      `${id}.${later}.${signature}`,
      `${id}.${time}`,
      `${cookie}.`,
      '',
      'á.b.c',
    ]) {
      expect(readClick(world.shop, forged)).toBeNull();
    }
  });
});
