import { expect, test } from 'vitest';
import { BANK_TIME_MS } from '#src/domain/payments/charge.ts';
import type { ChargeCreation } from '#src/domain/payments/pix-provider.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openCheckoutQueue } from '#src/server/shop/checkout-queue.ts';
import { insertOpenPurchases } from '../../support/purchases/open-purchases.ts';
import type { World } from '../../support/purchases/payment-world.ts';
import { scaled } from '../../support/scale.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn } from '../../support/worlds/world-actions.ts';

/** More orders come than the shop or its bank can take in at once. */
let world: World;
const { bankWith } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

const MACHINE = '203.0.113.7';
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;

/** The bench orders all of them; the suite the last ones, while the others are open already. */
const ORDERS = scaled(150, 2_000);

test('a launch of 2,000 orders in ten minutes from 1,500 addresses is slowed down nowhere', async () => {
  for (let at = ORDERS; at < 2_000; at += 50) {
    await insertOpenPurchases(world, { count: 50, address: addressOf(at % 1_500), name: `earlier${at}` });
  }
  for (let at = 0; at < ORDERS; at += 1) {
    world.now += 300;
    expect(await buy(addressOf(at % 1_500))).toMatch(/^[0-9a-f]{32}$/);
  }
});

test('one address may have 200 open unpaid purchases, and another once one of them is closed', async () => {
  const [first = ''] = await insertOpenPurchases(world, { count: 200, address: MACHINE });
  expect(await buy(MACHINE)).toEqual({
    code: 'too_many_unpaid',
    kind: 'too_many',
    retryAfterSeconds: 300,
    message:
      'Há compras demais esperando pagamento na sua rede. Pague uma delas, ou tente de novo daqui a alguns minutos.',
  });
  expect(await buy(addressOf(1)), 'somebody else').toMatch(/^[0-9a-f]{32}$/);
  await world.shop.db
    .updateTable('purchases')
    .set({ status: 'FAILED', failureReason: 'expired', chargeState: 'closed' })
    .where('id', '=', first)
    .execute();
  expect(await buy(MACHINE)).toMatch(/^[0-9a-f]{32}$/);
});

test('repeating an open order does not count towards the limit', async () => {
  const first = await buy(MACHINE, 'the same key');
  await insertOpenPurchases(world, { count: 199, address: MACHINE });
  expect(await buy(MACHINE)).toMatchObject({ code: 'too_many_unpaid' });
  expect(await buy(MACHINE, 'the same key')).toBe(first);
});

test('during a flood, addresses without open orders pass at launch rate', async () => {
  for (let part = 0; part < 20; part += 1) {
    await insertOpenPurchases(world, { count: 200, address: addressOf(part), name: `flood${part}` });
  }
  await insertOpenPurchases(world, { count: 3, address: MACHINE, name: 'three' });
  expect(await buy(MACHINE)).toMatchObject({ code: 'busy', kind: 'unavailable', retryAfterSeconds: 60 });
  for (let at = 0; at < 50; at += 1) expect(await buy(addressOf(100 + at))).toMatch(/^[0-9a-f]{32}$/);
  expect(await buy(addressOf(200))).toMatchObject({ code: 'busy', retryAfterSeconds: expect.any(Number) });
});

test('an order that waits too long is refused before anything is written, and its key works afterwards', async () => {
  const bank = slowBank();
  const shop = { ...world.shop, pix: bank.pix, checkoutQueue: openCheckoutQueue({ places: 4, longestWaitMs: 30 }) };
  const inside = [0, 1, 2, 3].map((at) => buy(addressOf(at), `inside ${at}`, shop));
  await expect.poll(() => bank.deadlines.length, { interval: 5 }).toBe(4);

  expect(await buy(addressOf(9), 'the fifth', shop)).toEqual({
    code: 'busy',
    kind: 'unavailable',
    retryAfterSeconds: 4,
    message: 'Tem muita gente comprando agora. Nada foi cobrado: tente de novo em alguns segundos.',
  });
  expect(await world.shop.db.selectFrom('purchases').select('id').execute()).toHaveLength(4);

  bank.answer();
  await Promise.all(inside);
  expect(await buy(addressOf(9), 'the fifth', shop)).toMatch(/^[0-9a-f]{32}$/);
});

test('the bank timeout starts with the call, however long the order waited', async () => {
  const bank = slowBank();
  const shop = { ...world.shop, pix: bank.pix, checkoutQueue: openCheckoutQueue({ places: 1, longestWaitMs: 60_000 }) };
  const first = buy(addressOf(1), null, shop);
  await expect.poll(() => bank.deadlines.length, { interval: 5 }).toBe(1);
  const second = buy(addressOf(2), null, shop);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const freeAt = Date.now();
  bank.answer();
  await Promise.all([first, second]);
  expect(bank.deadlines[1]?.getTime()).toBeGreaterThanOrEqual(freeAt + BANK_TIME_MS);
});

test('addresses take turns: many orders of one address delay only that address', async () => {
  const queue = openCheckoutQueue({ places: 2, longestWaitMs: 60_000 });
  const entered: string[] = [];
  const enter = async (address: string) => {
    const leave = await queue.enter(address);
    entered.push(address);
    return leave;
  };
  // The machine gets half of the places at most, so that one is left for whoever comes.
  const machine = Array.from({ length: 20 }, () => enter(MACHINE));
  const honest = [await enter('198.51.100.1'), enter('198.51.100.2'), enter('198.51.100.3')] as const;
  expect(entered).toEqual([MACHINE, '198.51.100.1']);
  honest[0]?.();
  (await machine[0])?.();
  (await honest[1])?.();
  await honest[2];
  expect(entered.slice(2).filter((address) => address !== MACHINE)).toEqual(['198.51.100.2', '198.51.100.3']);
  expect(entered.filter((address) => address === MACHINE).length).toBeLessThanOrEqual(2);
});

/** The purchase, or how it was refused. */
async function buy(address: string, idempotencyKey: string | null = null, shop: Shop = world.shop) {
  const order = { ...BUYER, productId: 'without-keys', couponCode: null };
  return startPayment(shop, order, { idempotencyKey, clientNetwork: address }).then(
    ({ purchaseId }) => purchaseId,
    (error: Error & { code?: string; kind?: string; retryAfterSeconds?: number }) => {
      const { code, kind, retryAfterSeconds, message } = error;
      return { code, kind, retryAfterSeconds, message };
    },
  );
}

/** A bank that makes no charge before it is let; afterwards it makes each at once. */
function slowBank() {
  const gate = Promise.withResolvers<void>();
  const deadlines: Date[] = [];
  const pix = bankWith({
    async createCharge(request, deadline): Promise<ChargeCreation> {
      deadlines.push(deadline);
      await gate.promise;
      return world.bank.createCharge(request, deadline);
    },
  });
  return { pix, deadlines, answer: () => gate.resolve() };
}

function addressOf(at: number): string {
  return `198.51.${Math.floor(at / 250)}.${at % 250}`;
}
