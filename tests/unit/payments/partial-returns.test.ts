import { describe, expect, test } from 'vitest';
import { decidePartialReturn } from '#src/domain/payments/manual-resolution.ts';
import { reconcileNow } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { describeSaleEvent } from '#src/wire/sales/sale-events.ts';
import { expectTrueFigures } from '../../support/purchases/payment-books.ts';
import { COUPON, OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { charge, events, id, pay, row } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

/** A sale of R$ 89,91 by a partner's coupon, with a key. */
async function sell(): Promise<void> {
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  const order = { ...buyer, productId: 'with-keys', couponCode: COUPON };
  await startPayment(world.shop, order, { idempotencyKey: 'a', clientNetwork: '' });
  pay();
  await settlePayment(world.shop, await id(), 'webhook');
}

async function giveBack(cents: number): Promise<void> {
  charge().returnedCents = cents;
  world.now += MINUTE;
  await settlePayment(world.shop, await id(), 'webhook');
}

const sale = async () => showSale(world.shop, await id());
const commission = () => world.shop.db.selectFrom('affiliateSales').selectAll().executeTakeFirstOrThrow();

describe('a partial return', () => {
  test('is booked: figures and commission follow the rest, and the key stays until the owner decides', async () => {
    await sell();
    await giveBack(6_000);
    expect(await row()).toMatchObject({ status: 'COMPLETED', returnedCents: 6_000, review: 'partial_return' });
    expect(await commission()).toMatchObject({ amountCents: 2_991, commissionCents: 299, status: 'pending' });
    await expectTrueFigures(world);
    expect(await sale()).toMatchObject({
      returnedAmount: 'R$ 60,00',
      keptAmount: 'R$ 29,91',
      refundableAmount: 'R$ 29,91',
      keys: [{ key: { state: 'active' } }],
    });
    const text = (await sale()).timeline.map((event) => describeSaleEvent(event).sentence);
    expect(text).toContain('Devolvida em parte: R$ 60,00');
  });

  test('is recorded once, and a stale response does not revert it', async () => {
    await sell();
    await giveBack(6_000);
    await giveBack(6_000);
    await giveBack(1_000);
    expect(await row()).toMatchObject({ returnedCents: 6_000 });
    expect((await events()).filter(({ event }) => event === 'returned_in_part')).toHaveLength(1);
  });

  test('becomes a refund once it reaches the whole amount', async () => {
    await sell();
    await giveBack(6_000);
    await giveBack(8_991);
    expect(await row()).toMatchObject({ status: 'REFUNDED', returnedCents: 8_991, review: null });
    expect(await commission()).toMatchObject({ status: 'reversed' });
    expect(await sale()).toMatchObject({ returnedAmount: null, keys: [{ key: { state: 'revoked' } }] });
    await expectTrueFigures(world);
  });

  test('leaves only the rest to be refunded', async () => {
    await sell();
    await giveBack(6_000);
    let asked = 0;
    const { refundPayment } = world.bank;
    world.bank.refundPayment = (refund, deadline) => {
      asked = refund.amountCents;
      return refundPayment(refund, deadline);
    };
    await refundSale(world.shop, OWNER, await id());
    expect(asked).toBe(2_991);
    expect(await row()).toMatchObject({ status: 'REFUNDED', returnedCents: 8_991 });
  });

  test('is shown at once when the bank refuses the rest of a refund', async () => {
    await sell();
    world.bank.refundPayment = async () => ({ outcome: 'refused', reason: '422', returnedCents: 6_000 });
    await refundSale(world.shop, OWNER, await id());
    const shown = await showSale(world.shop, await id());
    expect(shown).toMatchObject({ paymentStatus: 'COMPLETED', returnedAmount: 'R$ 60,00', refundPending: false });
    expect(shown).toMatchObject({
      review: 'partial_return',
      commission: { amount: 'R$ 2,99' },
      keys: [{ key: { state: 'active' } }],
    });
    expect(shown.timeline.at(-1)?.event).toBe('refund_refused');
    await expectTrueFigures(world);
  });

  test.each([
    ['keep', 'active', 'return_kept'],
    ['revoke', 'revoked', 'key_revoked'],
  ] as const)('is decided by the owner: %s', async (decision, state, event) => {
    await sell();
    await giveBack(6_000);
    await decidePartialReturn(world.shop, OWNER, await id(), { decision });
    const decided = await showSale(world.shop, await id());
    expect(decided).toMatchObject({ review: null, keys: [{ key: { state } }], paymentStatus: 'COMPLETED' });
    expect(decided.timeline.at(-1)?.event).toBe(event);
    const again = decidePartialReturn(world.shop, OWNER, await id(), { decision });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'not_in_review' });
    await giveBack(7_000);
    expect(await row()).toMatchObject({ review: 'partial_return', returnedCents: 7_000 });
  });

  test('that takes the key also ends the wait for one', async () => {
    await world.shop.db.deleteFrom('activationKeys').execute();
    await sell();
    await giveBack(6_000);
    await decidePartialReturn(world.shop, OWNER, await id(), { decision: 'revoke' });
    const items = world.shop.db.selectFrom('purchaseItems').select('keyWaitingSince');
    expect(await items.execute()).toEqual([{ keyWaitingSince: null }]);
  });

  test('of unknown amount is held for review', async () => {
    await sell();
    const read = world.bank.readCharge;
    world.bank.readCharge = async (asked) => {
      const reading = await read(asked);
      if (reading.outcome !== 'found') return reading;
      return { outcome: 'found', snapshot: { ...reading.snapshot, returnedCents: null } };
    };
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', review: 'partial_return', returnedCents: 0 });
  });

  test('still waits for the owner after a dispute that the shop won, unless it was decided before', async () => {
    await sell();
    const dispute = async () => {
      for (const state of ['disputed', 'paid'] as const) {
        charge().state = state;
        world.now += MINUTE;
        await settlePayment(world.shop, await id(), 'webhook');
      }
    };
    await giveBack(6_000);
    await dispute();
    expect(await row()).toMatchObject({ review: 'partial_return', returnedCents: 6_000 });
    await decidePartialReturn(world.shop, OWNER, await id(), { decision: 'keep' });
    await dispute();
    expect(await row()).toMatchObject({ review: null });
  });

  test('is found by the daily reconciliation when no webhook came', async () => {
    await sell();
    charge().returnedCents = 6_000;
    world.now += 24 * 60 * MINUTE;
    await reconcileNow(world.shop);
    expect(await row()).toMatchObject({ returnedCents: 6_000, review: 'partial_return' });
  });
});

test('of a second payment of the charge is not the sale’s, and the owner is told until it is back', async () => {
  await sell();
  charge().paidCents = 2 * 8_991;
  const told = async () => {
    world.now += 24 * 60 * MINUTE;
    return (await reconcileNow(world.shop)).differences.map(({ kind, amount }) => [kind, amount]);
  };
  expect(await told()).toEqual([['other_amount', 'R$ 179,82']]);
  await giveBack(8_991);
  expect(await row()).toMatchObject({ status: 'COMPLETED', returnedCents: 0, review: null });
  expect(await commission()).toMatchObject({ status: 'pending' });
  expect(await told()).toEqual([]);
  await giveBack(8_991 + 6_000);
  expect(await row()).toMatchObject({ returnedCents: 6_000, review: 'partial_return' });
  await giveBack(2 * 8_991);
  expect(await row()).toMatchObject({ status: 'REFUNDED' });
});

test('of an overpayment needs no decision', async () => {
  const buyer = { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  await startPayment(
    world.shop,
    { ...buyer, productId: 'with-keys', couponCode: null },
    { idempotencyKey: 'a', clientNetwork: '' },
  );
  pay(15_000);
  charge().returnedCents = 5_010;
  await settlePayment(world.shop, await id(), 'webhook');
  expect(await row()).toMatchObject({ status: 'COMPLETED', paidCents: 15_000, returnedCents: 5_010, review: null });
  await expectTrueFigures(world);
});

test('before completion leaves a short payment', async () => {
  const buyer = { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  await startPayment(
    world.shop,
    { ...buyer, productId: 'with-keys', couponCode: null },
    { idempotencyKey: 'a', clientNetwork: '' },
  );
  pay();
  charge().returnedCents = 6_000;
  await settlePayment(world.shop, await id(), 'webhook');
  expect(await row()).toMatchObject({
    status: 'PENDING',
    review: 'short_payment',
    paidCents: 9_990,
    returnedCents: 6_000,
  });
});
