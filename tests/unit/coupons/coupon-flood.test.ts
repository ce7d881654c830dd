import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { COUPON, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';

const MACHINE = '203.0.113.7';
let world: World;

beginEachAnew((fresh) => {
  world = fresh;
});

test('unpaid purchases of one address hold at most a tenth of a coupon’s uses', async () => {
  await limitCoupon(1_000);
  const responses = await Promise.all(Array.from({ length: 130 }, () => buy(MACHINE)));
  const refused = responses.filter((response) => response === 'coupon_invalid');
  expect(refused).toHaveLength(30);
  expect(await uses()).toBe(100);
  expect(await buy('198.51.100.4'), 'somebody else').toMatch(/^[0-9a-f]{32}$/);
  expect(await buy(MACHINE, null), 'without the coupon').toMatch(/^[0-9a-f]{32}$/);

  // Each one that is paid, and each one that comes to nothing, makes room for another.
  const [first = '', second = ''] = responses.filter((response) => response !== 'coupon_invalid');
  await bankSays(first, 'paid');
  await bankSays(second, 'rejected');
  expect(await uses()).toBe(100);
  const after = [await buy(MACHINE), await buy(MACHINE), await buy(MACHINE)];
  expect(after.map((response) => response === 'coupon_invalid')).toEqual([false, false, true]);
});

test('a coupon without a limit can be held any number of times', async () => {
  await limitCoupon(null);
  const responses = await Promise.all(Array.from({ length: 130 }, () => buy(MACHINE)));
  expect(responses).not.toContain('coupon_invalid');
});

test('one address may hold two uses of a coupon with few uses', async () => {
  await limitCoupon(3);
  const responses = [await buy(MACHINE), await buy(MACHINE), await buy(MACHINE)];
  expect(responses.map((response) => response === 'coupon_invalid')).toEqual([false, false, true]);
  expect(await buy('198.51.100.4'), 'somebody else').toMatch(/^[0-9a-f]{32}$/);
});

test('a rejected order holds no use', async () => {
  await limitCoupon(1_000);
  await world.shop.db.updateTable('coupons').set({ used: 995 }).execute();
  const responses = await Promise.all(Array.from({ length: 50 }, () => buy(MACHINE)));
  expect(responses.filter((response) => response !== 'coupon_invalid')).toHaveLength(5);
  await world.shop.db.updateTable('coupons').set({ used: 5 }).execute();
  const more = await Promise.all(Array.from({ length: 100 }, () => buy(MACHINE)));
  expect(more.filter((response) => response !== 'coupon_invalid')).toHaveLength(95);
});

test('an order whose commit fails holds no use and does not count against its address', async () => {
  await limitCoupon(1_000);
  const mend = await breakCommits();
  const responses = await Promise.all(Array.from({ length: 105 }, () => buy(MACHINE)));
  expect(new Set(responses)).toEqual(new Set(['SQLITE_CONSTRAINT_FOREIGNKEY']));
  await mend();
  expect(await buy(MACHINE)).toMatch(/^[0-9a-f]{32}$/);
  expect(await uses()).toBe(1);
});

test('the hashed network of an order is stored only while the order is open', async () => {
  const paid = await buy(MACHINE);
  const rejected = await buy(MACHINE);
  const rows = await world.shop.db.selectFrom('openPurchases').selectAll().execute();
  expect(rows.map(({ network }) => network)).toEqual([
    world.shop.hashNetwork(MACHINE),
    world.shop.hashNetwork(MACHINE),
  ]);
  expect(JSON.stringify(rows)).not.toContain(MACHINE);
  await bankSays(paid, 'paid');
  await bankSays(rejected, 'rejected');
  expect(await world.shop.db.selectFrom('openPurchases').selectAll().execute()).toEqual([]);
});

test('a client that keeps ordering is throttled, and other clients are not', async () => {
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
  return startPayment(
    shop,
    { ...buyer, productId: 'without-keys', couponCode },
    { idempotencyKey: null, clientNetwork: address },
  );
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

/** Every order fails when it is committed, as on a full disk, until the answer mends it. */
async function breakCommits(): Promise<() => Promise<void>> {
  const { db } = world.shop;
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('create table broken (id text references purchases (id) deferrable initially deferred)');
  await run(`create trigger broken_commit after insert on purchases begin insert into broken values ('nobody'); end`);
  return async () => void (await run('drop trigger broken_commit'));
}

async function limitCoupon(maxUses: number | null): Promise<void> {
  await world.shop.db.updateTable('coupons').set({ maxUses }).execute();
}

async function uses(): Promise<number> {
  return (await world.shop.db.selectFrom('coupons').select('used').executeTakeFirstOrThrow()).used;
}
