import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { ChargeReading, PixProvider, RefundOutcome, RefundRequest } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { verifySale } from '#src/domain/sales/sale-actions.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };
let house: OpenTestShop;
let id: string;
/** The clock of these tests stands still, so that a busy machine changes no pause. */
let start: number;

beforeEach(async () => {
  house = await openTestShop();
  start = Date.now();
  id = await sell(house.shop, 'grade-cinema', 'EDITA10');
});
afterEach(() => house.close());

describe('a bank that refunds slowly', () => {
  test('is retried with the same reference and growing pauses until the money is back', async () => {
    const bank = moodyBank([
      { outcome: 'pending' },
      { outcome: 'unclear', reason: 'no answer' },
      { outcome: 'refunded' },
    ]);
    await refundSale(at(bank, 0), OWNER, id);
    const sale = await showSale(at(bank, 0), id);
    expect(sale).toMatchObject({
      paymentStatus: 'COMPLETED',
      refundPending: true,
      keys: [{ key: { state: 'active' } }],
    });

    await workerLooks(bank, 10);
    expect(bank.asked).toHaveLength(1);
    await workerLooks(bank, 20);
    expect(bank.asked).toHaveLength(2);
    await workerLooks(bank, 20);
    expect(bank.asked, 'the second pause is longer').toHaveLength(2);
    await workerLooks(bank, 90);
    expect(bank.asked).toHaveLength(3);

    expect(new Set(bank.asked.map(({ refundReference }) => refundReference)).size).toBe(1);
    expect(bank.asked[0]).toMatchObject({
      amountCents: 17_091,
      refundReference: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await showSale(house.shop, id)).toMatchObject({
      label: 'Reembolsado',
      keys: [{ key: { state: 'revoked' } }],
    });
    expect(await nextCheck()).toBeNull();
  });

  test('does not receive a second click, which reports the refund in progress', async () => {
    const bank = moodyBank([{ outcome: 'pending' }]);
    const shop = at(bank, 0);
    await Promise.all(Array.from({ length: 20 }, () => refundSale(shop, OWNER, id)));
    expect((await showSale(shop, id)).refundPending).toBe(true);
    expect(bank.asked).toHaveLength(1);
  });

  test('confirms the refund at the next poll, whoever starts it', async () => {
    for (const source of ['webhook', 'page', 'worker'] as const) {
      const sold = await sell(house.shop, 'lote');
      const bank = moodyBank([{ outcome: 'pending' }]);
      await refundSale(at(bank, 0), OWNER, sold);
      await settlePayment(at(moodyBank([], 'refunded'), 0), sold, source);
      expect((await showSale(house.shop, sold)).paymentStatus).toBe('REFUNDED');
    }
  });

  test('still reports it as paid to a page, a webhook or the owner: the refund stays pending', async () => {
    const bank = moodyBank([{ outcome: 'pending' }]);
    const shop = at(bank, 0);
    await refundSale(shop, OWNER, id);
    for (const source of ['webhook', 'page', 'sandbox'] as const) await settlePayment(shop, id, source);
    expect((await verifySale(shop, OWNER, id)).bankAnswer).toBe('paid');
    expect(bank.asked).toHaveLength(1);
    expect(await nextCheck()).not.toBeNull();
    expect((await showSale(shop, id)).refundPending).toBe(true);
  });

  test('is polled for as long as it is silent', async () => {
    const bank = moodyBank([{ outcome: 'unclear', reason: 'no answer' }]);
    await refundSale(at(bank, 0), OWNER, id);
    const silent = {
      ...bank,
      readCharge: async () => ({ outcome: 'unavailable', reason: 'x', retryAfterMs: null }) as const,
    };
    for (let check = 1; check <= 8; check += 1) await workerLooks(silent, check * 1_000);
    expect(await nextCheck()).not.toBeNull();
    const { timeline } = await showSale(house.shop, id);
    expect(timeline.filter(({ event }) => event === 'checked')).toHaveLength(1);
  });
});

describe('a process that dies during a refund', () => {
  test('before the bank call: the next process makes the refund', async () => {
    const bank = moodyBank([{ outcome: 'refunded' }]);
    const dying = { ...bank, refundPayment: () => Promise.reject(new Error('the process ended')) };
    await expect(refundSale(at(dying, 0), OWNER, id)).rejects.toThrow('the process ended');
    expect((await showSale(house.shop, id)).refundPending).toBe(true);

    await workerLooks(bank, 10);
    expect(bank.asked, 'the call may still be on its way').toHaveLength(0);
    await workerLooks(bank, 20);
    expect((await showSale(house.shop, id)).paymentStatus).toBe('REFUNDED');
  });

  test('after the bank call: nothing is refunded twice', async () => {
    const dying = {
      ...house.sandbox,
      async refundPayment(request: RefundRequest, deadline: Date): Promise<RefundOutcome> {
        await house.sandbox.refundPayment(request, deadline);
        throw new Error('the process ended');
      },
    };
    await expect(refundSale(at(dying, 0), OWNER, id)).rejects.toThrow('the process ended');
    await pollDuePurchases(at(house.sandbox, 20));
    const { timeline, paymentStatus } = await showSale(house.shop, id);
    expect(paymentStatus).toBe('REFUNDED');
    expect(timeline.filter(({ event }) => event === 'refunded')).toHaveLength(1);
  });
});

describe('a bank that refuses a refund', () => {
  test('leaves the sale unchanged, and a later request is a new refund', async () => {
    const bank = moodyBank([{ outcome: 'refused', reason: 'no balance' }, { outcome: 'refunded' }]);
    const shop = at(bank, 0);
    await expect(refundSale(shop, OWNER, id)).rejects.toMatchObject({ kind: 'bank_failed', code: 'refund_refused' });
    const sale = await showSale(shop, id);
    expect(sale).toMatchObject({
      label: 'Completado',
      refundPending: false,
      keys: [{ key: { state: 'active' } }],
      couponUse: 'USED',
    });
    expect(sale.timeline.at(-1)).toMatchObject({ event: 'refund_refused', detail: 'no balance' });
    expect(await nextCheck()).toBeNull();

    await refundSale(at(bank, 1), OWNER, id);

    expect((await showSale(at(bank, 1), id)).paymentStatus).toBe('REFUNDED');
    expect(new Set(bank.asked.map(({ refundReference }) => refundReference)).size).toBe(2);
  });

  test('only after a while leaves it unchanged too', async () => {
    const bank = moodyBank([{ outcome: 'pending' }, { outcome: 'refused', reason: 'rejected by the bank' }]);
    await refundSale(at(bank, 0), OWNER, id);
    await workerLooks(bank, 20);
    expect(await showSale(house.shop, id)).toMatchObject({ label: 'Completado', refundPending: false });
    expect(await nextCheck()).toBeNull();
  });
});

describe('a dispute', () => {
  test('freezes the key until the bank reports the sale as paid again', async () => {
    await settlePayment(at(moodyBank([], 'disputed'), 0), id, 'webhook');
    expect(await showSale(house.shop, id)).toMatchObject({
      review: 'dispute',
      keys: [{ key: { state: 'frozen' } }],
    });
    expect(await nextCheck()).not.toBeNull();

    await settlePayment(at(moodyBank([], 'paid'), 0), id, 'worker');
    expect(await showSale(house.shop, id)).toMatchObject({
      review: null,
      keys: [{ key: { state: 'active' } }],
    });
    expect(await nextCheck()).toBeNull();
  });
});

/** A bank of our own: gives these answers to refunds, one after another, and calls every charge what it is told. */
function moodyBank(responses: RefundOutcome[], state: 'paid' | 'refunded' | 'disputed' = 'paid') {
  const asked: RefundRequest[] = [];
  const left = [...responses];
  const bank: PixProvider & { asked: RefundRequest[] } = {
    ...house.sandbox,
    asked,
    async readCharge(charge): Promise<ChargeReading> {
      const reading = await house.sandbox.readCharge(charge);
      if (reading.outcome !== 'found') return reading;
      return { outcome: 'found', snapshot: { ...reading.snapshot, state } };
    },
    async refundPayment(request, deadline) {
      expect(deadline.getTime() - Date.now()).toBeLessThanOrEqual(12_000);
      asked.push(request);
      return left.shift() ?? { outcome: 'pending' };
    },
  };
  return bank;
}

/** The shop with that bank, so many seconds after the start. */
function at(pix: PixProvider, seconds: number) {
  return house.with({ pix, clock: { now: () => new Date(start + seconds * 1_000) } });
}

async function workerLooks(pix: PixProvider, seconds: number): Promise<void> {
  await pollDuePurchases(at(pix, seconds));
}

async function nextCheck(): Promise<string | null | undefined> {
  return (await findPurchase(house.shop.db, id))?.nextCheckAt;
}
