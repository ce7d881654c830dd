import { describe, expect, test } from 'vitest';
import { listPurchasesInReview } from '#db/queries/upkeep/attention.ts';
import { recoverPurchase } from '#src/domain/buyers/recover-purchases.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { processDeliveries } from '#src/domain/payments/webhooks.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { bankWith, charge, events, id, notify, order, pay, row, workerLooks } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

describe('a charge that the bank shows late', () => {
  test('is not closed by a poll that missed it once another try has given out its code', async () => {
    await expect(order('a', 'away')).rejects.toMatchObject({ code: 'bank_unclear' });
    for (let check = 1; check <= 2; check += 1) await workerLooks(5 * MINUTE);
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'unclear', checkCount: 2 });

    // The third look finds nothing; before it is believed, the buyer tries again and gets a code.
    await workerLooks(
      5 * MINUTE,
      bankWith({
        async readCharge() {
          await order('a');
          return { outcome: 'missing' };
        },
      }),
    );
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'open' });

    pay();
    await workerLooks(20 * MINUTE);
    expect(await row()).toMatchObject({ status: 'COMPLETED' });
  });

  test('completes if it is paid after it was closed', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    const blind = bankWith({ readCharge: async () => ({ outcome: 'missing' }) });
    for (let check = 1; check <= 3; check += 1) await workerLooks(5 * MINUTE, blind);
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'provider' });
    pay();
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', failureReason: null });
  });

  test('opens when one of two simultaneous requests is refused and the other succeeds', async () => {
    await expect(order('a', 'away')).rejects.toMatchObject({ code: 'bank_unclear' });
    const refusing = bankWith({
      async createCharge() {
        await order('a');
        return { outcome: 'refused', reason: 'token' };
      },
    });
    expect(await order('a', 'fine', refusing)).toMatchObject({ success: true });
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'open' });
  });

  test('opens only once the bank has its code', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    const codeless = bankWith({
      async readCharge(charge) {
        const reading = await world.bank.readCharge(charge);
        if (reading.outcome !== 'found') return reading;
        const { snapshot } = reading;
        return { outcome: 'found', snapshot: { ...snapshot, charge: { ...snapshot.charge, copyPaste: '' } } };
      },
    });
    await workerLooks(5 * MINUTE, codeless);
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'unclear', pixCopyPaste: null });
    await expect(order('a', 'fine', codeless)).rejects.toMatchObject({ code: 'bank_unclear' });
    await workerLooks(5 * MINUTE);
    expect(await row()).toMatchObject({ chargeState: 'open', pixCopyPaste: expect.stringMatching(/^pix-/) });
  });
});

describe('repeating an order', () => {
  test('returns no code that can no longer be paid', async () => {
    await order('a');
    world.now += 121 * MINUTE;
    await pollDuePurchases(world.shop);
    await expect(order('a')).rejects.toMatchObject({ kind: 'conflict', code: 'purchase_closed' });
  });

  test('returns the purchase that was paid with it', async () => {
    const { purchaseId } = await order('a');
    pay();
    await settlePayment(world.shop, purchaseId, 'webhook');
    expect(await order('a')).toMatchObject({ purchaseId });
  });
});

test.each(['PENDING', 'FAILED'] as const)(
  'a poll that began while the purchase was %s and ends after the refund changes nothing',
  async (before) => {
    await order('a');
    if (before === 'FAILED') await workerLooks(121 * MINUTE);
    pay();
    const late = bankWith({
      async readCharge(asked) {
        const reading = await world.bank.readCharge(asked);
        await settlePayment(world.shop, await id(), 'webhook');
        await refundSale(world.shop, OWNER, await id());
        return reading;
      },
    });
    await settlePayment({ ...world.shop, pix: late }, await id(), 'page');
    expect(await row()).toMatchObject({ status: 'REFUNDED' });
    expect((await events()).filter(({ event }) => /^paid/.test(event))).toHaveLength(1);
  },
);

test('a poll that saw no money does not override one that saw a short payment', async () => {
  await order('a');
  world.now += 121 * MINUTE;
  const late = bankWith({
    async readCharge(asked) {
      const reading = await world.bank.readCharge(asked);
      pay(4_000);
      await settlePayment(world.shop, await id(), 'webhook');
      return reading;
    },
  });
  await settlePayment({ ...world.shop, pix: late }, await id(), 'worker');
  expect(await row()).toMatchObject({ status: 'PENDING', review: 'short_payment', paidCents: 4_000 });
});

describe('what the bank tells of a purchase that ended unpaid', () => {
  const told = async (at: object) => {
    await order('a');
    await workerLooks(121 * MINUTE);
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
    pay();
    Object.assign(charge(), at);
    world.now += 2 * DAY_MS;
    await notify(0);
    await processDeliveries(world.shop);
  };

  test.each([
    ['a short payment', { paidCents: 4_000 }, 'short_payment'],
    ['a dispute', { state: 'disputed' }, 'dispute'],
    ['a return of part', { returnedCents: 3_000 }, 'short_payment'],
  ] as const)('%s is for the owner to settle at once, and shows on the page of the purchase', async (_, at, review) => {
    await told(at);
    expect(await row()).toMatchObject({ status: 'PENDING', review, nextCheckAt: expect.any(String) });
    expect(await listPurchasesInReview(world.shop.db, 1)).toMatchObject([{ id: await id() }]);
    expect(await showPurchase(world.shop, await id())).toMatchObject({ review });
  });

  test('a return of all is on its time line once, and nobody has to decide', async () => {
    await told({ state: 'refunded' });
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'rejected', review: null });
    expect((await events()).filter(({ event }) => event === 'returned')).toHaveLength(1);
  });

  test('a short payment that the owner gave back by hand stays decided', async () => {
    await told({ paidCents: 4_000 });
    await resolveSale(world.shop, OWNER, await id(), { outcome: 'returned', reason: 'Devolvido por TED.' });
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'FAILED', review: null, nextCheckAt: null });
  });
});

test.each([
  ['another charge', { reference: 'f'.repeat(32) }, 'BRL'],
  ['another currency', { currency: 'ARS' }, 'ARS'],
  ['another receiver', { isOurs: false }, 'receiver'],
])('a payment of %s is not ours: no sale, no key, and one event on the timeline', async (_name, change, detail) => {
  await order('a');
  pay();
  const other = bankWith({
    async readCharge(asked) {
      const reading = await world.bank.readCharge(asked);
      if (reading.outcome !== 'found') return reading;
      return { outcome: 'found', snapshot: { ...reading.snapshot, ...change } };
    },
  });
  for (let check = 1; check <= 3; check += 1) await workerLooks(10 * MINUTE, other);
  expect(await row()).toMatchObject({ status: 'PENDING', paidCents: null });
  expect((await events()).filter(({ event }) => event === 'mismatch')).toMatchObject([{ detail }]);
  await workerLooks(121 * MINUTE, other);
  expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
});

describe("the Pix id of the payer's receipt", () => {
  const RECEIPT = 'E0000000020260302120000000000aA1';
  const named = (endToEndId?: string, changes: object = {}) =>
    bankWith({
      async readCharge(identity, deadline) {
        const reading = await world.bank.readCharge(identity, deadline);
        if (reading.outcome !== 'found') return reading;
        return { ...reading, snapshot: { ...reading.snapshot, ...(endToEndId && { endToEndId }), ...changes } };
      },
    });
  const recover = (reference: string) =>
    recoverPurchase(world.shop, { email: 'ana@exemplo.com.br', reference }, 'a network');

  test.each([
    ['when it is settled', RECEIPT],
    ['only later', undefined],
  ])('opens the purchase where the bank has a number of its own and names it %s', async (_, atOnce) => {
    await order('a');
    pay();
    await settlePayment({ ...world.shop, pix: named(atOnce) }, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', endToEndId: atOnce ?? null });
    await settlePayment({ ...world.shop, pix: named(RECEIPT) }, await id(), 'webhook');

    const { id: purchaseId, providerPaymentId } = await row();
    for (const reference of [RECEIPT, `${providerPaymentId}`]) {
      expect((await recover(reference)).purchaseUrl).toMatch(new RegExp(`/purchase/success/${purchaseId}$`));
    }
  });

  test('is not taken from a charge of somebody else', async () => {
    await order('a');
    pay();
    await settlePayment({ ...world.shop, pix: named(RECEIPT, { isOurs: false }) }, await id(), 'webhook');
    expect((await row()).endToEndId).toBeNull();
    await expect(recover(RECEIPT)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
