import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPartner } from '#db/queries/affiliates/partners.ts';
import { showPartner } from '#src/domain/partners/partner-area.ts';
import { closePayouts } from '#src/domain/payouts/close-payouts.ts';
import { payPayout } from '#src/domain/payouts/payouts.ts';
import { dayOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import {
  commissionOfPurchase,
  giveKey,
  giveMoneyBack,
  PARTNER_ID,
  release,
  sellIndicated,
} from '../../support/purchases/partners.ts';
import { OWNER, openWorlds, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;

beforeAll(async () => {
  worlds = await openWorlds();
  world = await worlds.begin();
  const settings = { ...world.shop.settings, payoutMinimum: 5, payoutDay: 20 };
  world.shop = { ...world.shop, drawQrCode: async () => '', settings };
});
afterAll(async () => {
  await world.close();
  await worlds.close();
});

const sell = () => sellIndicated(world, { clickedDaysAgo: 1 });

async function show() {
  const partner = await findPartner(world.shop.db, PARTNER_ID);
  if (!partner?.couponCode) throw new Error('There is no partner.');
  return showPartner(world.shop, { ...partner, couponCode: partner.couponCode });
}

test('the next payment adds up what comes free by each day, and nothing that comes after it', async () => {
  const { nextPayoutDay } = await show();
  const endOfPayoutDay = startOf(shiftDay(nextPayoutDay, 1)).getTime() - 1;
  const today = dayOf(world.shop.clock.now());
  const soon = Math.min(world.now + HOUR_MS, endOfPayoutDay);
  const days = [soon, soon, endOfPayoutDay, endOfPayoutDay + 1];
  for (const at of days) {
    const { id = '' } = (await commissionOfPurchase(world, await sell())) ?? {};
    const payableAt = new Date(at).toISOString();
    await world.shop.db.updateTable('affiliateSales').set({ payableAt }).where('id', '=', id).execute();
  }
  const { releases, waiting } = await show();
  const expected = new Map<string, number>();
  for (const at of days.slice(0, 3)) {
    const day = dayOf(new Date(at));
    expected.set(day, (expected.get(day) ?? 0) + 999);
  }
  expect(releases).toEqual([...expected].map(([day, cents]) => ({ day, amount: cents / 100 })));
  expect(releases.every(({ day }) => day >= today && day <= nextPayoutDay)).toBe(true);
  expect(waiting).toEqual({ amount: 39.96, sales: 4 });
});

test('what went back after its payment is owed, and takes off what is released', async () => {
  await giveKey(world);
  world.now += 40 * DAY_MS;
  const [payout] = await closePayouts(world.shop, OWNER, {});
  await payPayout(world.shop, OWNER, payout?.id ?? '', {});
  const { id = '' } = (await world.shop.db.selectFrom('purchases').select('id').executeTakeFirst()) ?? {};
  await giveMoneyBack(world, id);
  expect(await show()).toMatchObject({ releases: [], released: { amount: -9.99, sales: 0 } });
  await sell();
  release(world);
  expect(await show()).toMatchObject({ released: { amount: 0, sales: 1 }, received: { amount: 39.96, sales: 4 } });
});
