import { expect, test } from 'vitest';
import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { insertOpenPurchases, payOpenPurchase } from '../../../support/purchases/open-purchases.ts';
import type { World } from '../../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../../support/worlds/fresh-worlds.ts';
import { actIn } from '../../../support/worlds/world-actions.ts';

/** The pages that wait share what the bank bears. */
let world: World;
let shop: Shop;
const { bankWith } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
  shop = { ...fresh.shop, pix: bankWith({ minimumReadIntervalMs: 10_000 }) };
});

const MACHINE = '203.0.113.7';

test('50 buyers are polled at once beside one address that polls 1,500 purchases', async () => {
  await insertOpenPurchases(world, { count: 1_500, address: MACHINE });
  await insertOpenPurchases(world, { count: 50, name: 'honest' });
  for (let at = 0; at < 1_500; at += 1) await poll(transaction('open', at), MACHINE);
  for (let at = 0; at < 50; at += 1) {
    payOpenPurchase(world, `honest-${String(at).padStart(5, '0')}`);
    expect(await poll(transaction('honest', at), `198.51.100.${at}`)).toBe('approved');
  }
});

test('60 buyers behind one address are polled when nobody else asks', async () => {
  await insertOpenPurchases(world, { count: 60, address: MACHINE });
  for (let at = 0; at < 60; at += 1) {
    payOpenPurchase(world, `open-${String(at).padStart(5, '0')}`);
    expect(await poll(transaction('open', at), MACHINE)).toBe('approved');
  }
});

test('a poll that the limit refused can be repeated at once', async () => {
  await insertOpenPurchases(world, { count: 1, name: 'honest' });
  payOpenPurchase(world, 'honest-00000');
  const refusing: Shop['limits'] = { ...shop.limits, take: async () => 5 };
  expect(await poll(transaction('honest', 0), '198.51.100.4', { ...shop, limits: refusing })).toBe('pending');
  expect(await poll(transaction('honest', 0), '198.51.100.4')).toBe('approved');
});

test('two simultaneous polls of one purchase count once', async () => {
  await insertOpenPurchases(world, { count: 80, address: MACHINE });
  for (let at = 0; at < 80; at += 1) {
    await Promise.all([poll(transaction('open', 0), MACHINE), poll(transaction('open', 0), MACHINE)]);
  }
  payOpenPurchase(world, 'open-00070');
  expect(await poll(transaction('open', 70), MACHINE)).toBe('approved');
});

test('the waiting flag is written once a minute, however often the buyer polls', async () => {
  await insertOpenPurchases(world, { count: 1, name: 'honest' });
  await poll(transaction('honest', 0), MACHINE);
  const first = await awaitedAt();
  for (let at = 0; at < 20; at += 1) {
    world.now += 1_000;
    await poll(transaction('honest', 0), MACHINE);
  }
  expect(await awaitedAt()).toBe(first);
  world.now += 60_000;
  await poll(transaction('honest', 0), MACHINE, { ...shop, limits: openLimits() });
  expect(await awaitedAt()).toBe(new Date(world.now).toISOString());
});

async function poll(transactionId: string, address: string, at: Shop = shop): Promise<string> {
  return (await checkPaymentStatus(at, transactionId, address)).data.status;
}

function transaction(name: string, at: number): string {
  return `transaction-${name}-${String(at).padStart(5, '0')}`;
}

async function awaitedAt(): Promise<string | null> {
  return (await shop.db.selectFrom('openPurchases').select('awaitedAt').executeTakeFirstOrThrow()).awaitedAt;
}
