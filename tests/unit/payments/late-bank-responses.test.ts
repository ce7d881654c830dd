import { expect, test } from 'vitest';
import type { RefundOutcome } from '#src/domain/payments/pix-provider.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

/** The bank's answer comes when the books have moved on: it changes nothing that it knows nothing of. */
let world: World;
const { bankWith, charge, events, id, order, row, sold, workerLooks } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

const REFUSED: RefundOutcome = { outcome: 'refused', reason: 'no balance' };
const PENDING: RefundOutcome = { outcome: 'pending' };
const answering = (outcome: RefundOutcome) => bankWith({ refundPayment: async () => outcome });

test('the refusal of an earlier refund does not cancel a later refund request', async () => {
  await sold();
  const slow = bankWith({
    async refundPayment() {
      // Meanwhile the worker asks again and is refused, and the owner wishes anew.
      await workerLooks(MINUTE, answering(REFUSED));
      expect(await row()).toMatchObject({ refundRequestedAt: null, nextCheckAt: null });
      world.now += MINUTE;
      await refundSale({ ...world.shop, pix: answering(PENDING) }, OWNER, await id());
      return REFUSED;
    },
  });
  await expect(refundSale({ ...world.shop, pix: slow }, OWNER, await id())).rejects.toMatchObject({
    code: 'refund_refused',
  });

  expect(await row()).toMatchObject({
    refundRequestedAt: new Date(world.now).toISOString(),
    nextCheckAt: expect.any(String),
  });
  expect((await events()).filter(({ event }) => event === 'refund_refused')).toHaveLength(1);
  await workerLooks(MINUTE, answering({ outcome: 'refunded' }));
  expect(await row()).toMatchObject({ status: 'REFUNDED' });
});

test('a poll that began before the refund request does not end the refund', async () => {
  await sold();
  const late = bankWith({
    async readCharge(asked) {
      const reading = await world.bank.readCharge(asked);
      await refundSale({ ...world.shop, pix: answering(PENDING) }, OWNER, await id());
      return reading;
    },
  });
  await settlePayment({ ...world.shop, pix: late }, await id(), 'page');

  expect(await row()).toMatchObject({ refundRequestedAt: expect.any(String), nextCheckAt: expect.any(String) });
  await workerLooks(MINUTE, answering({ outcome: 'refunded' }));
  expect(await row()).toMatchObject({ status: 'REFUNDED' });
});

test('a charge created after the two hours does not open the purchase', async () => {
  const slow = bankWith({
    async createCharge(request, deadline) {
      await workerLooks(121 * MINUTE);
      return world.bank.createCharge(request, deadline);
    },
  });
  await expect(order('a', 'fine', slow)).rejects.toMatchObject({ code: 'bank_unclear' });
  expect(await row()).toMatchObject({
    status: 'FAILED',
    failureReason: 'expired',
    chargeState: 'closed',
    pixCopyPaste: null,
  });
  expect((await events()).map(({ event }) => event)).not.toContain('charge_opened');
});

test('a poll that finds nothing does not close a charge that is still being created', async () => {
  const slow = bankWith({
    async createCharge(request, deadline) {
      await settlePayment(world.shop, await id(), 'page');
      return world.bank.createCharge(request, deadline);
    },
  });
  expect(await order('a', 'fine', slow)).toMatchObject({ success: true });
  expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'open' });
});

test('an expired charge is canceled at the bank too', async () => {
  await order('a');
  await workerLooks(121 * MINUTE);
  expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
  expect(charge().state).toBe('cancelled');
});
