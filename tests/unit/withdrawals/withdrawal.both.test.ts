import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import type { PixProvider, RefundOutcome, RefundRequest } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { listSalePage, showSale } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { answerWithdrawal } from '#src/domain/withdrawals/answer-withdrawal.ts';
import { cancelWithdrawal, withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { retryWithdrawals } from '#src/domain/withdrawals/retry-withdrawals.ts';
import { listWaitingWithdrawals } from '#src/domain/withdrawals/withdrawals.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };
const BUYER = { email: 'ana@exemplo.com.br' };
const REFUSAL = { decision: 'refuse', reason: 'O plugin foi usado em um trabalho entregue.' } as const;

let house: OpenTestShop;

beforeEach(async () => {
  house = await openTestShop();
  // The demo has one that waits.
  await house.shop.db.deleteFrom('withdrawals').execute();
});
afterEach(() => house.close());

describe('the seven days', () => {
  test.each([
    ['2026-11-18T15:00:00.000Z', '2026-11-25'],
    // São Paulo has the day before.
    ['2026-11-18T02:59:59.999Z', '2026-11-24'],
    ['2026-11-18T03:00:00.000Z', '2026-11-25'],
    ['2026-02-22T12:00:00.000Z', '2026-03-01'],
    ['2026-12-28T12:00:00.000Z', '2027-01-04'],
  ])('of a key received at %s end with %s in São Paulo', async (receivedAt, lastDay) => {
    const id = await sellAt(receivedAt);
    const lastSecond = new Date(Date.parse(`${lastDay}T00:00:00-03:00`) + 86_399_999).toISOString();
    const oneLater = new Date(Date.parse(lastSecond) + 1).toISOString();
    expect((await showPurchase(at(oneLater), id)).withdrawal).toEqual({ state: 'over', until: lastDay });
    await expect(withdraw(at(oneLater), id, BUYER)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'withdrawal_over',
      message: expect.stringContaining(`terminou em ${lastDay.split('-').toReversed().join('/')}.`),
    });
    expect((await showPurchase(at(lastSecond), id)).withdrawal).toEqual({ state: 'possible', until: lastDay });
    expect((await withdraw(at(lastSecond), id, BUYER)).state).toBe('refunded');
  });

  test('begin with the day on which a late key came', async () => {
    const id = await sellAt('2026-11-02T12:00:00.000Z', '2026-11-18T12:00:00.000Z');
    expect((await showPurchase(at('2026-11-20T12:00:00Z'), id)).withdrawal).toMatchObject({ until: '2026-11-25' });
    expect((await withdraw(at('2026-11-26T02:59:59.999Z'), id, BUYER)).state).toBe('refunded');
  });

  test('never end while the key has not come', async () => {
    const id = await sellAt('2026-11-02T12:00:00.000Z');
    await takeKeyAway(id);
    const years = at('2029-01-01T12:00:00Z');
    expect((await showPurchase(years, id)).withdrawal).toEqual({ state: 'possible', until: null });
    expect((await withdraw(years, id, BUYER)).state).toBe('refunded');
    expect((await showSale(house.shop, id)).isWaitingForKey).toBe(false);
  });

  test('begin with the payment where no key is needed', async () => {
    const id = await sellAt('2026-11-18T12:00:00.000Z', undefined, 'lote');
    expect((await showPurchase(at('2026-11-20T12:00:00Z'), id)).withdrawal).toMatchObject({ until: '2026-11-25' });
  });
});

describe('a withdrawal', () => {
  test('gives the money, the commission and the coupon back at once', async () => {
    const id = await sell(house.shop, 'grade-cinema', 'MARINA10');
    const received = await withdraw(house.shop, id, { ...BUYER, reason: 'Não funciona no meu editor' });
    expect(received).toMatchObject({ success: true, state: 'refunded' });
    expect(received.protocol).toMatch(/^[2-9A-HJ-NP-TV-Z]{4}-[2-9A-HJ-NP-TV-Z]{2}$/);
    expect(received.message).toBe(
      `Pedido recebido, protocolo ${received.protocol}. O dinheiro volta para a conta que pagou, em geral em minutos.`,
    );
    const sale = await showSale(house.shop, id);
    expect(sale).toMatchObject({
      label: 'Reembolsado',
      keys: [{ key: { state: 'revoked' } }],
      couponUse: 'FREED',
      commission: { status: 'reversed' },
      withdrawal: { state: 'refunded', heldFor: null, reason: 'Não funciona no meu editor' },
    });
    const events = sale.timeline.map(({ event, source }) => `${event} ${source}`);
    expect(events).toContain('withdrawal_requested buyer');
    expect(events).toContain('refund_requested buyer');
    expect((await showPurchase(house.shop, id)).withdrawal).toEqual({
      state: 'refunded',
      protocol: received.protocol,
    });
    expect(await mailOf(id)).toEqual(['receipt', 'withdrawal_received', 'refunded']);
  });

  test('is asked for once, by the address of the purchase, and five times an hour at most', async () => {
    const id = await sell(house.shop, 'grade-cinema');
    await expect(withdraw(house.shop, id, { email: 'outra@exemplo.com.br' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'other_address',
    });
    await expect(withdraw(house.shop, 'nenhuma', BUYER)).rejects.toMatchObject({ kind: 'not_found' });
    await withdraw(house.shop, id, BUYER);
    for (let call = 3; call <= 5; call += 1) {
      await expect(withdraw(house.shop, id, BUYER)).rejects.toMatchObject({ code: 'already_requested' });
    }
    await expect(withdraw(house.shop, id, BUYER)).rejects.toMatchObject({
      kind: 'too_many',
      retryAfterSeconds: expect.any(Number),
    });
  });

  test('needs a payment, and a purchase that was not given back', async () => {
    const refunded = await sell(house.shop, 'lote');
    await refundSale(house.shop, OWNER, refunded);
    await expect(withdraw(house.shop, refunded, BUYER)).rejects.toMatchObject({ kind: 'gone', code: 'refunded' });
    const unpaid = await sell(house.shop, 'lote');
    await set(unpaid, { status: 'PENDING', completedAt: null });
    await expect(withdraw(house.shop, unpaid, BUYER)).rejects.toMatchObject({ code: 'not_completed' });
    expect((await showPurchase(house.shop, unpaid)).withdrawal).toBeNull();
  });

  test('and the refund of the owner at the same time send the money once', async () => {
    const bank = bankSaying({ outcome: 'pending' });
    const shop = house.with({ pix: bank });
    for (let round = 0; round < 12; round += 1) {
      const id = await sell(house.shop, 'lote');
      const asked = bank.asked.length;
      const [mine, theirs] = await Promise.allSettled(
        round % 2 === 0
          ? [withdraw(shop, id, BUYER), refundSale(shop, OWNER, id)]
          : [refundSale(shop, OWNER, id), withdraw(shop, id, BUYER)],
      );
      expect([mine.status, theirs.status]).toContain('fulfilled');
      expect(bank.asked.length - asked).toBe(1);
      expect((await showSale(shop, id)).timeline.filter(({ event }) => event === 'refund_requested')).toHaveLength(1);
      await settlePayment(shop, id, 'worker');
      await forgetWithdrawals();
    }
  });

  test('of twenty clicks at once is one', async () => {
    const id = await sell(house.shop, 'lote');
    const bank = bankSaying({ outcome: 'refunded' });
    const clicks = Array.from({ length: 20 }, () => withdraw(at(undefined, bank), id, BUYER));
    const states = (await Promise.allSettled(clicks)).filter(({ status }) => status === 'fulfilled');
    expect(states).toHaveLength(1);
    expect(bank.asked).toHaveLength(1);
  });
});

describe('a bank without balance', () => {
  test('leaves the withdrawal open: the owner sees it, and the shop tries again until the money is back', async () => {
    const id = await sell(house.shop, 'grade-cinema');
    const bank = bankSaying({ outcome: 'refused', reason: 'no balance' });
    const now = Date.now();
    const later = (hours: number) => at(new Date(now + hours * 3_600_000).toISOString(), bank);
    const { protocol, state } = await withdraw(later(0), id, BUYER);
    expect(state).toBe('refunding');
    expect(await showPurchase(house.shop, id)).toMatchObject({
      paymentStatus: 'COMPLETED',
      withdrawal: { state: 'refunding', protocol, isDelayed: true },
    });
    expect(await showSale(house.shop, id)).toMatchObject({
      keys: [{ key: { state: 'frozen' } }],
      isWithdrawalOpen: true,
      refundPending: false,
    });
    expect(await listWaitingWithdrawals(house.shop)).toMatchObject({ items: [{ purchaseId: id, state: 'refunding' }] });

    await retryWithdrawals(later(0.9));
    expect(bank.asked).toHaveLength(1);
    await retryWithdrawals(later(1.1));
    expect(bank.asked, 'an hour later').toHaveLength(2);
    await retryWithdrawals(later(2));
    expect(bank.asked, 'the second pause is longer').toHaveLength(2);
    bank.says = { outcome: 'refunded' };
    await retryWithdrawals(later(4));
    expect(new Set(bank.asked.map(({ refundReference }) => refundReference)).size).toBe(3);
    expect(await showSale(house.shop, id)).toMatchObject({
      label: 'Reembolsado',
      isWithdrawalOpen: false,
      withdrawal: { state: 'refunded' },
    });
    expect(await listWaitingWithdrawals(house.shop)).toEqual({ items: [], total: 0 });
  });

  test('is tried by the owner in the meantime, and not twice', async () => {
    const id = await sell(house.shop, 'grade-cinema');
    const bank = bankSaying({ outcome: 'refused', reason: 'no balance' });
    await withdraw(at(undefined, bank), id, BUYER);
    bank.says = { outcome: 'pending' };
    await refundSale(at(undefined, bank), OWNER, id);
    await retryWithdrawals(at(new Date(Date.now() + 2 * 3_600_000).toISOString(), bank));
    expect(bank.asked).toHaveLength(2);
    bank.says = { outcome: 'refunded' };
    await pollDuePurchases(at(new Date(Date.now() + 3 * 3_600_000).toISOString(), bank));
    expect((await showSale(house.shop, id)).withdrawal).toMatchObject({ state: 'refunded' });
  });

  test('is tried again by the next process, where this one died during the call', async () => {
    const id = await sell(house.shop, 'grade-cinema');
    const dying = { ...house.sandbox, refundPayment: () => Promise.reject(new Error('the process ended')) };
    await expect(withdraw(at(undefined, dying), id, BUYER)).rejects.toThrow('the process ended');
    expect((await showPurchase(house.shop, id)).withdrawal).toMatchObject({ state: 'refunding', isDelayed: false });
    await pollDuePurchases(at(new Date(Date.now() + 60_000).toISOString()));
    expect((await showPurchase(house.shop, id)).withdrawal).toMatchObject({ state: 'refunded' });
  });
});

describe('a withdrawal that waits for the owner', () => {
  test('is one of a used purchase, where the shop is set so', async () => {
    const used = await sell(house.shop, 'grade-cinema');
    await countDownload(used);
    const unused = await sell(house.shop, 'grade-cinema');
    expect((await withdraw(reviewing(), unused, BUYER)).state).toBe('refunded');
    const { message, protocol, state } = await withdraw(reviewing(), used, BUYER);
    expect(state).toBe('requested');
    expect(message).toMatch(/^Pedido recebido, protocolo \S+\. A loja responde até \d\d\/\d\d\/\d{4}\.$/);
    const sale = await showSale(house.shop, used);
    expect(sale).toMatchObject({
      paymentStatus: 'COMPLETED',
      keys: [{ key: { state: 'frozen' } }],
      downloads: 1,
      isWithdrawalOpen: true,
      withdrawal: { state: 'requested', heldFor: 'used', protocol },
    });
    expect(sale.timeline.at(-1)).toMatchObject({ event: 'withdrawal_requested', detail: '1 download' });
    const list = await listSalePage(house.shop, readListRequest(new URLSearchParams('status=withdrawal'), SALE_LIST));
    expect(list.items.map(({ id }) => id)).toEqual([used]);
  });

  test('is the third of a buyer within 180 days, and one that was paid into another bank', async () => {
    const [first, second, third, later] = await Promise.all(Array.from({ length: 4 }, () => sell(house.shop, 'lote')));
    expect((await withdraw(house.shop, first ?? '', BUYER)).state).toBe('refunded');
    expect((await withdraw(house.shop, second ?? '', BUYER)).state).toBe('refunded');
    expect((await withdraw(house.shop, third ?? '', BUYER)).state).toBe('requested');
    expect((await showSale(house.shop, third ?? '')).withdrawal).toMatchObject({ heldFor: 'repeated' });
    await house.shop.db.updateTable('withdrawals').set({ requestedAt: '2026-01-01T00:00:00.000Z' }).execute();
    await set(later ?? '', { account: 'another-account' });
    expect((await withdraw(house.shop, later ?? '', BUYER)).state).toBe('requested');
    expect((await showSale(house.shop, later ?? '')).withdrawal).toMatchObject({ heldFor: 'other_bank' });
    await expect(answerWithdrawal(house.shop, OWNER, later ?? '', { decision: 'approve' })).rejects.toMatchObject({
      code: 'other_bank',
    });
    expect((await showSale(house.shop, later ?? '')).withdrawal).toMatchObject({ state: 'requested' });
  });

  test('counts those of the mailbox, however its address is spelled', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => sell(house.shop, 'lote')));
    const emails = ['ana+1@exemplo.com.br', 'ana+2@exemplo.com.br', 'ana@exemplo.com.br'];
    const states: string[] = [];
    for (const [at, id] of ids.entries()) {
      const email = emails[at] ?? '';
      const customer = {
        id: `ana-${at}`,
        name: 'Ana',
        email: `c${at}@exemplo.com.br`,
        createdAt: '2026-01-01',
        erasedAt: null,
      };
      await house.shop.db.insertInto('customers').values(customer).execute();
      await set(id, { customerEmail: email, customerId: customer.id });
      states.push((await withdraw(house.shop, id, { email })).state);
    }
    expect(states).toEqual(['refunded', 'refunded', 'requested']);
  });

  test('joins a refund that the owner began', async () => {
    const id = await sellUsed();
    await set(id, { refundRequestedAt: new Date().toISOString(), nextCheckAt: new Date().toISOString() });
    expect(await withdraw(reviewing(), id, BUYER)).toMatchObject({ state: 'refunding' });
    expect((await showSale(house.shop, id)).withdrawal).toMatchObject({ state: 'refunding', heldFor: null });
  });

  test('is accepted: the money goes back', async () => {
    const id = await sellUsed();
    await withdraw(reviewing(), id, BUYER);
    await answerWithdrawal(house.shop, OWNER, id, { decision: 'approve' });
    expect(await showSale(house.shop, id)).toMatchObject({
      label: 'Reembolsado',
      keys: [{ key: { state: 'revoked' } }],
      withdrawal: { state: 'refunded' },
    });
    await expect(answerWithdrawal(house.shop, OWNER, id, REFUSAL)).rejects.toMatchObject({ code: 'already_decided' });
    expect(await trail()).toContain('purchase.approve_withdrawal');
  });

  test('is refused with a reason that the buyer reads, and the key works again', async () => {
    const id = await sellUsed();
    await withdraw(reviewing(), id, BUYER);
    await answerWithdrawal(house.shop, OWNER, id, REFUSAL);
    expect(await showSale(house.shop, id)).toMatchObject({
      paymentStatus: 'COMPLETED',
      keys: [{ key: { state: 'active' } }],
      isWithdrawalOpen: false,
      withdrawal: { state: 'refused', refusal: REFUSAL.reason },
    });
    expect((await showPurchase(house.shop, id)).withdrawal).toMatchObject({
      state: 'refused',
      reason: REFUSAL.reason,
    });
    await expect(withdraw(house.shop, id, BUYER)).rejects.toMatchObject({ code: 'already_requested' });
    await expect(cancelWithdrawal(house.shop, id, BUYER)).rejects.toMatchObject({ code: 'already_decided' });
    expect(await trail()).toContain('purchase.refuse_withdrawal');
    expect(await mailOf(id)).toEqual(['receipt', 'withdrawal_received', 'withdrawal_refused']);
  });

  test('is canceled by the buyer, who may ask again', async () => {
    const id = await sellUsed();
    const first = await withdraw(reviewing(), id, BUYER);
    await expect(cancelWithdrawal(house.shop, id, { email: 'outra@exemplo.com.br' })).rejects.toMatchObject({
      code: 'other_address',
    });
    await cancelWithdrawal(house.shop, id, BUYER);
    expect(await showSale(house.shop, id)).toMatchObject({
      keys: [{ key: { state: 'active' } }],
      isWithdrawalOpen: false,
    });
    expect((await showPurchase(house.shop, id)).withdrawal).toMatchObject({ state: 'possible' });
    await expect(cancelWithdrawal(house.shop, id, BUYER)).rejects.toMatchObject({ code: 'already_decided' });
    const second = await withdraw(reviewing(), id, BUYER);
    expect(second.protocol).not.toBe(first.protocol);
    expect(await mailOf(id)).toEqual(['receipt', 'withdrawal_received', 'withdrawal_received']);
  });

  test('is over when the owner refunds the sale, or the bank gives the money back', async () => {
    const id = await sellUsed();
    await withdraw(reviewing(), id, BUYER);
    await refundSale(house.shop, OWNER, id);
    expect((await showSale(house.shop, id)).withdrawal).toMatchObject({ state: 'refunded' });
  });

  test('keeps the key frozen after a dispute is won, and a dispute keeps it after a cancellation', async () => {
    const id = await sellUsed();
    await withdraw(reviewing(), id, BUYER);
    await settlePayment(house.with({ pix: bankShowing('disputed') }), id, 'webhook');
    await settlePayment(house.with({ pix: bankShowing('paid') }), id, 'webhook');
    expect(await showSale(house.shop, id)).toMatchObject({ review: null, keys: [{ key: { state: 'frozen' } }] });
    await settlePayment(house.with({ pix: bankShowing('disputed') }), id, 'webhook');
    await cancelWithdrawal(house.shop, id, BUYER);
    expect(await showSale(house.shop, id)).toMatchObject({ review: 'dispute', keys: [{ key: { state: 'frozen' } }] });
    await settlePayment(house.with({ pix: bankShowing('paid') }), id, 'webhook');
    expect(await showSale(house.shop, id)).toMatchObject({ review: null, keys: [{ key: { state: 'active' } }] });
  });

  test('is one of a disputed payment, which the bank may give back itself', async () => {
    const id = await sell(house.shop, 'grade-cinema');
    await settlePayment(house.with({ pix: bankShowing('disputed') }), id, 'webhook');
    expect((await withdraw(house.shop, id, BUYER)).state).toBe('requested');
    expect((await showSale(house.shop, id)).withdrawal).toMatchObject({ heldFor: 'dispute' });
  });
});

/** The shop at another time, or with another bank. */
function at(now: string | undefined, pix: PixProvider = house.sandbox): Shop {
  const clock = now === undefined ? house.shop.clock : { now: () => new Date(now) };
  return { ...house.with({ pix, clock }), limits: openLimits() };
}

function reviewing(): Shop {
  return { ...house.shop, settings: { ...house.shop.settings, withdrawal: 'review' } };
}

async function sellAt(paidAt: string, keyAt: string = paidAt, product = 'grade-cinema'): Promise<string> {
  const id = await sell(house.shop, product);
  await set(id, { completedAt: paidAt, createdAt: paidAt });
  await house.shop.db.updateTable('activationKeys').set({ assignedAt: keyAt }).where('itemId', '=', id).execute();
  return id;
}

async function sellUsed(): Promise<string> {
  const id = await sell(house.shop, 'grade-cinema');
  await countDownload(id);
  return id;
}

async function countDownload(id: string): Promise<void> {
  await setItem(id, { downloadCount: 1 });
}

async function takeKeyAway(id: string): Promise<void> {
  await house.shop.db
    .updateTable('activationKeys')
    .set({ itemId: null, assignedAt: null })
    .where('itemId', '=', id)
    .execute();
  await setItem(id, { keyWaitingSince: '2026-11-02T12:00:00.000Z' });
}

type Change = Partial<PurchaseRow>;

async function set(id: string, change: Change): Promise<void> {
  await house.shop.db.updateTable('purchases').set(change).where('id', '=', id).execute();
}

async function setItem(id: string, change: { downloadCount: number } | { keyWaitingSince: string }): Promise<void> {
  await house.shop.db.updateTable('purchaseItems').set(change).where('id', '=', id).execute();
}

/** The next one must not be the third of its buyer. */
async function forgetWithdrawals(): Promise<void> {
  await house.shop.db.updateTable('withdrawals').set({ requestedAt: '2020-01-01T00:00:00.000Z' }).execute();
}

async function mailOf(id: string): Promise<string[]> {
  const rows = await house.shop.db
    .selectFrom('outbox')
    .select('kind')
    .where('purchaseId', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function trail(): Promise<string[]> {
  const rows = await house.shop.db.selectFrom('audit').select('action').execute();
  return rows.map(({ action }) => action);
}

function bankSaying(says: RefundOutcome) {
  const asked: RefundRequest[] = [];
  const bank: PixProvider & { asked: RefundRequest[]; says: RefundOutcome } = {
    ...house.sandbox,
    asked,
    says,
    async refundPayment(request) {
      asked.push(request);
      return bank.says;
    },
  };
  return bank;
}

function bankShowing(state: 'paid' | 'disputed'): PixProvider {
  return {
    ...house.sandbox,
    async readCharge(charge) {
      const reading = await house.sandbox.readCharge(charge);
      return reading.outcome === 'found' ? { ...reading, snapshot: { ...reading.snapshot, state } } : reading;
    },
  };
}
