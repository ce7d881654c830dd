import { describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { ChargeReading } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { processDeliveries } from '#src/domain/payments/webhooks.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { bankWith, charge, events, id, notify, order, pay, references, row, sold, workerLooks } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

describe('an amount that differs from the price', () => {
  test('completes the sale when higher, and is shown on the timeline', async () => {
    await order('a');
    pay(12_000);
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', paidCents: 12_000 });
    expect(await events()).toContainEqual(expect.objectContaining({ event: 'paid', detail: 'too_much' }));
  });

  test('is refunded whole when higher', async () => {
    await order('a');
    pay(12_000);
    await settlePayment(world.shop, await id(), 'webhook');
    const asked: number[] = [];
    const bank = bankWith({
      async refundPayment({ amountCents }) {
        asked.push(amountCents);
        return { outcome: 'refunded' };
      },
    });
    await refundSale({ ...world.shop, pix: bank }, OWNER, await id());
    expect(asked).toEqual([12_000]);
  });

  test('is updated as more money arrives, until it is enough', async () => {
    await order('a');
    for (const [cents, status] of [
      [4_000, 'PENDING'],
      [6_000, 'PENDING'],
      [9_990, 'COMPLETED'],
    ] as const) {
      pay(cents);
      await settlePayment(world.shop, await id(), 'webhook');
      expect(await row()).toMatchObject({ status, paidCents: cents });
    }
  });

  test('stays under review whatever the charge state, and is not polled forever', async () => {
    await order('a');
    pay(4_000);
    await settlePayment(world.shop, await id(), 'webhook');
    for (const state of ['cancelled', 'expired', 'rejected', 'waiting'] as const) {
      world.now += 60 * MINUTE;
      charge().state = state;
      await pollDuePurchases(world.shop);
      const { status, review, nextCheckAt } = await row();
      expect({ state, status, review }).toEqual({ state, status: 'PENDING', review: 'short_payment' });
      expect(Date.parse(nextCheckAt ?? '')).toBeGreaterThan(world.now);
    }
  });
});

describe('a shop that changed its bank', () => {
  const elsewhere = () =>
    bankWith({ name: 'newbank', accountId: 'another', readCharge: async () => ({ outcome: 'missing' }) });

  test('ignores a missing charge at the new bank for an old purchase', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    for (let check = 1; check <= 4; check += 1) await workerLooks(5 * MINUTE, elsewhere());
    expect(await row()).toMatchObject({ status: 'PENDING' });
    await workerLooks(121 * MINUTE, elsewhere());
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_account' });
  });

  test.each(['lost', 'fine'] as const)(
    'creates no charge for an old order: one that was %s must be ordered again',
    async (fate) => {
      await order('a', fate).catch(() => undefined);
      await expect(order('a', 'fine', elsewhere())).rejects.toMatchObject({
        kind: 'conflict',
        code: 'purchase_closed',
      });
      expect(references()).toHaveLength(1);
    },
  );

  test('still returns the purchase that was paid at the old bank', async () => {
    await sold();
    expect(await order('a', 'fine', elsewhere())).toMatchObject({ purchaseId: await id() });
  });

  test('refuses a refund that only the old bank can make, and says where', async () => {
    await sold();
    const shop = { ...world.shop, pix: elsewhere() };
    await expect(refundSale(shop, OWNER, await id())).rejects.toMatchObject({ kind: 'conflict', code: 'other_bank' });
    expect(await row()).toMatchObject({ status: 'COMPLETED', refundRequestedAt: null });
  });
});

test('a webhook that cannot be processed does not block those behind it', async () => {
  const broken = await order('a');
  await order('b');
  pay();
  pay(undefined, 1);
  for (const at of [0, 1]) await notify(at);
  const brittle = bankWith({
    async readCharge(asked): Promise<ChargeReading> {
      if (asked.reference === references()[0]) throw new Error('a disk that is full');
      return world.bank.readCharge(asked);
    },
  });
  await processDeliveries({ ...world.shop, pix: brittle });
  expect(await row(1)).toMatchObject({ status: 'COMPLETED' });
  expect(await findPurchase(world.shop.db, broken.purchaseId)).toMatchObject({ status: 'PENDING' });
  world.now += MINUTE;
  await processDeliveries(world.shop);
  expect(await row()).toMatchObject({ status: 'COMPLETED' });
});

test('a resolved difference that reappears is reported again', async () => {
  await sold();
  const tell = async (paidCents: number) => {
    await world.shop.db
      .updateTable('purchases')
      .set({ paidCents })
      .where('id', '=', await id())
      .execute();
    world.now += 25 * 60 * MINUTE;
    await reconcileAccounts(world.shop);
    return world.shop.db.selectFrom('bankDifferences').select('kind').where('resolvedAt', 'is', null).execute();
  };
  expect(await tell(1)).toEqual([{ kind: 'other_amount' }]);
  expect(await tell(9_990)).toEqual([]);
  expect(await tell(1)).toEqual([{ kind: 'other_amount' }]);
});

test('a return months after the payment is found within days without a webhook', async () => {
  await sold();
  world.now += 160 * 24 * 60 * MINUTE;
  charge().state = 'refunded';
  for (let day = 1; day <= 5; day += 1) {
    world.now += 25 * 60 * MINUTE;
    await reconcileAccounts(world.shop);
  }
  expect(await row()).toMatchObject({ status: 'REFUNDED' });
  expect(await world.shop.db.selectFrom('bankDifferences').selectAll().execute()).toEqual([]);
});
