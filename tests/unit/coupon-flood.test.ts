import { expect, test } from 'vitest';
import { startPayment } from '#src/domain/payments.ts';
import { settlePayment } from '#src/domain/settlement.ts';
import { beginEachAnew } from '../support/fresh-worlds.ts';
import { COUPON, type World } from '../support/payment-world.ts';

const MACHINE = '203.0.113.7';
let world: World;

beginEachAnew((fresh) => {
  world = fresh;
});

test('one address cannot hold every use of a coupon with purchases that it does not pay', async () => {
  await limitCoupon(1_000);
  const answers = await Promise.all(Array.from({ length: 130 }, () => buy(MACHINE)));
  const refused = answers.filter((answer) => answer === 'coupon_invalid');
  expect(refused).toHaveLength(30);
  expect(await uses()).toBe(100);
  expect(await buy('198.51.100.4'), 'somebody else').toMatch(/^[0-9a-f]{32}$/);
  expect(await buy(MACHINE, null), 'without the coupon').toMatch(/^[0-9a-f]{32}$/);

  // Each one that is paid, and each one that comes to nothing, makes room for another.
  const [first = '', second = ''] = answers.filter((answer) => answer !== 'coupon_invalid');
  await bankSays(first, 'paid');
  await bankSays(second, 'rejected');
  expect(await uses()).toBe(100);
  const after = [await buy(MACHINE), await buy(MACHINE), await buy(MACHINE)];
  expect(after.map((answer) => answer === 'coupon_invalid')).toEqual([false, false, true]);
});

test('a coupon without an end is held by as many as like', async () => {
  await limitCoupon(null);
  const answers = await Promise.all(Array.from({ length: 130 }, () => buy(MACHINE)));
  expect(answers).not.toContain('coupon_invalid');
});

test('an order that is refused for another reason holds nothing', async () => {
  await limitCoupon(10);
  const answers = await Promise.all(Array.from({ length: 150 }, () => buy(MACHINE)));
  expect(answers.filter((answer) => answer !== 'coupon_invalid')).toHaveLength(10);
  await limitCoupon(1_000);
  const more = await Promise.all(Array.from({ length: 100 }, () => buy(MACHINE)));
  expect(more.filter((answer) => answer !== 'coupon_invalid')).toHaveLength(90);
});

test('a machine that orders without end is told to wait, and nobody else', async () => {
  const shop = { ...world.shop, limits: { ...world.shop.limits, take: async () => 42 } };
  await expect(start(shop, MACHINE, null)).rejects.toMatchObject({ kind: 'too_many', retryAfterSeconds: 42 });
  expect(await buy(MACHINE, null)).toMatch(/^[0-9a-f]{32}$/);
});

/** The purchase, or the code of the refusal. */
async function buy(address: string, couponCode: string | null = COUPON): Promise<string> {
  return start(world.shop, address, couponCode).then(
    ({ purchaseId }) => purchaseId,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown'),
  );
}

function start(shop: World['shop'], address: string, couponCode: string | null) {
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  return startPayment(shop, { ...buyer, productId: 'without-keys', couponCode }, { idempotencyKey: null, address });
}

async function bankSays(purchaseId: string, state: 'paid' | 'rejected'): Promise<void> {
  const { providerReference } = await world.shop.db
    .selectFrom('purchases')
    .select('providerReference')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const charge = world.bank.charges.get(providerReference);
  if (!charge) throw new Error('The bank has no such charge.');
  const paidCents = state === 'paid' ? charge.request.amountCents : null;
  Object.assign(charge, { state, paidCents, paidAt: new Date(world.now) });
  await settlePayment(world.shop, purchaseId, 'webhook');
}

async function limitCoupon(maxUses: number | null): Promise<void> {
  await world.shop.db.updateTable('coupons').set({ maxUses }).execute();
}

async function uses(): Promise<number> {
  return (await world.shop.db.selectFrom('coupons').select('used').executeTakeFirstOrThrow()).used;
}
