import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { insertDelivery } from '#db/queries/payments/webhook-inbox.ts';
import type { ChargeReading } from '#src/domain/payments/pix-provider.ts';
import { processDeliveries } from '#src/domain/payments/webhooks.ts';
import { insertOpenPurchases, payOpenPurchase } from '../../support/purchases/open-purchases.ts';
import type { World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

/** Banks deliver more than is worked off in a moment. */
let world: World;
const { bankWith } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

const MACHINE = '203.0.113.7';
const LATENCY_MS = 5;

test('a genuine webhook behind 200 of one address and 200 unknown ones is processed next', async () => {
  await insertOpenPurchases(world, { count: 200, address: MACHINE });
  await insertOpenPurchases(world, { count: 1, address: '198.51.100.4', name: 'honest' });
  payOpenPurchase(world, 'honest-00000');
  for (let at = 0; at < 200; at += 1) await deliver(`stranger-${at}`);
  for (let at = 0; at < 200; at += 1) await deliver(`reference-open-${String(at).padStart(5, '0')}`);
  await deliver('reference-honest-00000');

  const { shop, polled } = watched();
  expect(await processDeliveries(shop)).toBe(401);
  expect(polled.indexOf('reference-honest-00000')).toBeLessThan(8);
  expect(await statusOf('honest-00000')).toBe('COMPLETED');
  expect(await states()).toEqual({ done: 201, waiting: 200 });
});

test('open purchases are processed before settled ones', async () => {
  await insertOpenPurchases(world, { count: 40, name: 'sold' });
  await insertOpenPurchases(world, { count: 1, name: 'open' });
  await world.shop.db
    .updateTable('purchases')
    .set({ status: 'COMPLETED', completedAt: new Date(world.now).toISOString() })
    .where('id', 'like', 'sold-%')
    .execute();
  for (let at = 0; at < 40; at += 1) await deliver(`reference-sold-${String(at).padStart(5, '0')}`);
  await deliver('reference-open-00000');
  const { shop, polled } = watched();
  await processDeliveries(shop);
  expect(polled[0]).toBe('reference-open-00000');
  expect(polled).toHaveLength(41);
});

test('300 webhooks of one charge cause one poll, and later ones another', async () => {
  await insertOpenPurchases(world, { count: 1 });
  for (let at = 0; at < 300; at += 1) await deliver('reference-open-00000', `${at}`);
  const { shop, polled } = watched(async (charge) => {
    if (polled.length === 1) await deliver('reference-open-00000', 'while it is polled');
    return world.bank.readCharge(charge);
  });
  expect(await processDeliveries(shop)).toBe(2);
  expect(polled).toHaveLength(2);
  expect(await states()).toEqual({ done: 301 });
});

test('several are polled at once, and one slow poll does not delay the others', async () => {
  await insertOpenPurchases(world, { count: 60 });
  for (let at = 0; at < 60; at += 1) await deliver(`reference-open-${String(at).padStart(5, '0')}`);
  const silence = Promise.withResolvers<ChargeReading>();
  const { shop, polled, most } = watched(async (charge) =>
    charge.reference === 'reference-open-00000' ? silence.promise : world.bank.readCharge(charge),
  );
  const round = processDeliveries(shop);
  await expect.poll(() => polled.length, { interval: 5 }).toBe(60);
  silence.resolve({ outcome: 'missing' });
  expect(await round).toBe(60);
  expect(most()).toBe(8);
});

test('repeated failures start a pause, and failed webhooks are retried later', async () => {
  await insertOpenPurchases(world, { count: 60 });
  for (let at = 0; at < 60; at += 1) await deliver(`reference-open-${String(at).padStart(5, '0')}`);
  const away = watched(() => Promise.reject(new Error('a disk that is full')));
  await processDeliveries(away.shop);
  expect(away.polled.length).toBeLessThan(20);
  expect(await states()).toEqual({ waiting: 60 });
  world.now += MINUTE;
  expect(await processDeliveries(world.shop)).toBe(60);
  expect(await states()).toEqual({ done: 60 });
});

test('a pause requested by the bank also stops webhook processing', async () => {
  await insertOpenPurchases(world, { count: 60 });
  for (let at = 0; at < 60; at += 1) await deliver(`reference-open-${String(at).padStart(5, '0')}`);
  const tired = watched(async () => ({ outcome: 'unavailable', reason: '429', retryAfterMs: 30_000 }));
  await processDeliveries(tired.shop);
  expect(tired.polled.length).toBeLessThan(30);
  const asked = tired.polled.length;
  world.now += MINUTE;
  expect(await processDeliveries(tired.shop)).toBe(0);
  expect(tired.polled).toHaveLength(asked);
});

test('another process leaves a webhook alone until its lease is over, and retries follow their own pause', async () => {
  await deliver('reference-open-00000');
  await insertOpenPurchases(world, { count: 1 });
  const silence = Promise.withResolvers<ChargeReading>();
  const slow = watched(() => silence.promise);
  const round = processDeliveries(slow.shop);
  await expect.poll(() => slow.polled.length, { interval: 5 }).toBe(1);
  world.now += 25_000;
  expect(await processDeliveries(world.shop)).toBe(0);
  silence.resolve({ outcome: 'unavailable', reason: '500', retryAfterMs: null });
  await round;
  expect(await processDeliveries(world.shop)).toBe(0);
  world.now += 2_000;
  expect(await processDeliveries(world.shop)).toBe(1);
  expect(await states()).toEqual({ done: 1 });
});

test('a webhook of an unknown charge fails for good after its retries', async () => {
  await deliver('stranger');
  let rounds = 0;
  while ((await states())['waiting'] === 1) {
    rounds += await processDeliveries(world.shop);
    world.now += 31 * MINUTE;
  }
  expect(rounds).toBe(16);
  expect(await states()).toEqual({ given_up: 1 });
});

function deliver(subject: string, dedup = subject): Promise<boolean> {
  const receivedAt = new Date(world.now).toISOString();
  return insertDelivery(world.shop.db, {
    provider: world.bank.name,
    dedup,
    resourceId: subject,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: receivedAt,
    receivedAt,
  });
}

function watched(response: World['bank']['readCharge'] = (charge) => world.bank.readCharge(charge)) {
  const polled: string[] = [];
  let now = 0;
  let most = 0;
  const pix = bankWith({
    async readCharge(charge) {
      polled.push(charge.reference);
      now += 1;
      most = Math.max(most, now);
      await wait(LATENCY_MS);
      now -= 1;
      return response(charge);
    },
  });
  return { shop: { ...world.shop, pix }, polled, most: () => most };
}

async function statusOf(id: string): Promise<string> {
  return (await world.shop.db.selectFrom('purchases').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
}

async function states(): Promise<Record<string, number>> {
  const rows = await world.shop.db
    .selectFrom('webhookInbox')
    .select(['state', (row) => row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
