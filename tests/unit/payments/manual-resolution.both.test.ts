import { describe, expect, test } from 'vitest';
import { acceptShortPayment, resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { ResolveSale } from '#src/wire/sales/sales.ts';
import { openMemoryBank } from '../../support/banks/memory-bank.ts';
import { expectTrueFigures } from '../../support/purchases/payment-books.ts';
import { COUPON, OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { charge, events, id, order, pay, references, row } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

async function orderWithCoupon(key = 'a'): Promise<void> {
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  const wanted = { ...buyer, productId: 'with-keys', couponCode: COUPON };
  await startPayment(world.shop, wanted, { idempotencyKey: key, clientNetwork: '' });
}

/** Too little arrives for an order of R$ 89,91. */
async function payShort(): Promise<void> {
  await orderWithCoupon();
  pay(5_000);
  await settlePayment(world.shop, await id(), 'webhook');
}

/** The shop after it left the account for good, two hours and more later. */
async function leave(): Promise<Shop> {
  const next = { ...openMemoryBank(() => new Date(world.now)), accountId: 'the-next-account' };
  const shop = { ...world.shop, pix: next };
  world.now += 130 * MINUTE;
  await pollDuePurchases(shop);
  return shop;
}

const redemption = async () =>
  (await world.shop.db.selectFrom('redemptions').selectAll().executeTakeFirstOrThrow()).state;
const used = async () => (await world.shop.db.selectFrom('coupons').select('used').executeTakeFirstOrThrow()).used;
const mails = () => world.shop.db.selectFrom('outbox').select('kind').execute();
const trail = async () =>
  (await world.shop.db.selectFrom('audit').select('action').execute()).map(({ action }) => action);

describe('a short payment', () => {
  test('is accepted: key, mail, commission and figures use the amount received', async () => {
    await payShort();
    await acceptShortPayment(world.shop, OWNER, await id());
    const sale = await showSale(world.shop, await id());
    expect(sale).toMatchObject({ paymentStatus: 'COMPLETED', review: null, keptAmount: 'R$ 50,00', couponUse: 'USED' });
    expect(sale).toMatchObject({ commission: { amount: 'R$ 5,00' }, keys: [{ key: { state: 'active' } }] });
    expect([await mails(), await trail()]).toEqual([[{ kind: 'receipt' }], ['purchase.accept']]);
    await expectTrueFigures(world);
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', paidCents: 5_000, review: null });
  });

  test('is accepted once, and only while under review', async () => {
    await payShort();
    await acceptShortPayment(world.shop, OWNER, await id());
    const again = acceptShortPayment(world.shop, OWNER, await id());
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'not_short' });
  });

  test('that is refunded and accepted at once never gives both money and key', async () => {
    await payShort();
    const purchaseId = await id();
    await Promise.allSettled([
      refundSale(world.shop, OWNER, purchaseId),
      acceptShortPayment(world.shop, OWNER, purchaseId),
    ]);
    for (let turn = 0; turn < 3; turn += 1) {
      world.now += 20 * MINUTE;
      await pollDuePurchases(world.shop);
    }
    const { status } = await row();
    expect([charge().state, status]).toSatisfy(([bank, books]) => (bank === 'refunded') === (books !== 'COMPLETED'));
  });

  test('is refunded through the bank: closes the purchase and frees the coupon', async () => {
    await payShort();
    await refundSale(world.shop, OWNER, await id());
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'rejected', refundRequestedAt: null });
    expect([charge().state, await redemption(), await used()]).toEqual(['refunded', 'FREED', 0]);
  });

  test('is refunded later when the bank needs time', async () => {
    await payShort();
    world.bank.next.refund = 'pending';
    await refundSale(world.shop, OWNER, await id());
    expect(await showSale(world.shop, await id())).toMatchObject({ refundPending: true });
    await expect(acceptShortPayment(world.shop, OWNER, await id())).rejects.toMatchObject({ code: 'not_short' });
    for (const name of charge().refunds.keys()) charge().refunds.set(name, 'done');
    world.now += 10 * MINUTE;
    await pollDuePurchases(world.shop);
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'rejected' });
  });

  test('that was refunded outside closes the purchase with the reason', async () => {
    await payShort();
    const said = { outcome: 'returned', reason: 'Devolvido pelo aplicativo' } as const;
    await resolveSale(world.shop, OWNER, await id(), said);
    expect(await showSale(world.shop, await id())).toMatchObject({ paymentStatus: 'FAILED' });
    expect((await events()).find(({ event }) => event === 'marked_returned')?.detail).toBe(said.reason);
    expect([await redemption(), await trail()]).toEqual(['FREED', ['purchase.mark_returned']]);
  });

  test('holds its coupon use for a day after expiry, and no longer', async () => {
    await payShort();
    world.now += (2 + 23) * 60 * MINUTE;
    await settlePayment(world.shop, await id(), 'worker');
    expect([await redemption(), await used()]).toEqual(['HELD', 1]);
    world.now += 2 * 60 * MINUTE;
    await settlePayment(world.shop, await id(), 'worker');
    expect([await redemption(), await used()]).toEqual(['FREED', 0]);
    await acceptShortPayment(world.shop, OWNER, await id());
    expect([await redemption(), await used()]).toEqual(['LATE', 0]);
  });
});

describe('a purchase that only the owner can resolve', () => {
  test('resolved as received completes like any sale', async () => {
    await orderWithCoupon();
    const shop = await leave();
    const said = { outcome: 'received', reason: 'Está no extrato do banco antigo' } as const;
    await resolveSale(shop, OWNER, await id(), said);
    const sale = await showSale(shop, await id());
    expect(sale).toMatchObject({ paymentStatus: 'COMPLETED', couponUse: 'USED', keys: [{ key: { state: 'active' } }] });
    expect(sale).toMatchObject({ commission: { amount: 'R$ 8,99' }, bank: { isConfigured: false } });
    expect([await mails(), await trail()]).toEqual([[{ kind: 'receipt' }], ['purchase.mark_received']]);
    await expectTrueFigures(world);
  });

  test('resolved as refunded outside, before or after completion', async () => {
    await orderWithCoupon();
    const shop = await leave();
    await resolveSale(shop, OWNER, await id(), { outcome: 'received', reason: 'no extrato' });
    const refund = refundSale(shop, OWNER, await id());
    await expect(refund).rejects.toMatchObject({ kind: 'conflict', code: 'other_bank' });
    await resolveSale(shop, OWNER, await id(), { outcome: 'returned', reason: 'devolvido lá' });
    const sale = await showSale(shop, await id());
    expect(sale).toMatchObject({
      paymentStatus: 'REFUNDED',
      keys: [{ key: { state: 'revoked' } }],
      couponUse: 'FREED',
    });
    expect(sale.commission).toMatchObject({ status: 'reversed' });
    await expectTrueFigures(world);
  });

  test('resolved as never paid frees the coupon', async () => {
    await orderWithCoupon();
    const shop = await leave();
    await resolveSale(shop, OWNER, await id(), { outcome: 'unpaid', reason: 'nada no extrato' });
    const sale = await showSale(shop, await id());
    expect(sale).toMatchObject({ paymentStatus: 'FAILED', failureReason: 'expired', couponUse: 'FREED' });
    expect(await used()).toBe(0);
  });

  test.each(['received', 'returned', 'unpaid'] as const)(
    'cannot be resolved as %s while its bank still responds',
    async (outcome) => {
      await order('a');
      const said = resolveSale(world.shop, OWNER, await id(), { outcome, reason: 'porque sim' });
      await expect(said).rejects.toMatchObject({ kind: 'conflict', code: 'not_in_review' });
      expect(await row()).toMatchObject({ status: 'PENDING' });
    },
  );

  test('requires a reason', () => {
    expect(ResolveSale.safeParse({ outcome: 'received', reason: '  ' }).success).toBe(false);
  });
});

describe('one bank payment', () => {
  test('never completes two sales: the second is held for review', async () => {
    await order('a');
    await order('b');
    pay();
    pay(undefined, 1);
    charge(1).paymentId = `payment-${references()[0]}`;
    for (const at of [0, 1]) await settlePayment(world.shop, (await row(at)).id, 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED' });
    expect(await row(1)).toMatchObject({ status: 'PENDING', review: 'duplicate_payment', paidCents: null });
    world.now += 240 * MINUTE;
    await settlePayment(world.shop, (await row(1)).id, 'webhook');
    expect(await row(1)).toMatchObject({ status: 'PENDING', review: 'duplicate_payment' });
    const { keys } = await world.shop.db
      .selectFrom('activationKeys')
      .select((key) => key.fn.count<number>('itemId').as('keys'))
      .executeTakeFirstOrThrow();
    expect(keys).toBe(1);
  });

  test('is rejected by the database if the code tries', async () => {
    await order('a');
    await order('b');
    pay();
    await settlePayment(world.shop, await id(), 'webhook');
    const { providerPaymentId, completedAt } = await row();
    const second = world.shop.db
      .updateTable('purchases')
      .set({ status: 'COMPLETED', providerPaymentId, completedAt, paidCents: 9_990 })
      .where('id', '=', (await row(1)).id)
      .execute();
    await expect(second).rejects.toThrow(/bankPayments/);
  });
});
