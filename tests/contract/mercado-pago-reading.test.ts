import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import type { Fault } from '../support/banks/faults.ts';
import { aCharge, charged, openShopSide, snapshotOf, within } from '../support/banks/mercado-pago.ts';

let fake: FakeMercadoPago;
let bank: PixProvider;

beforeAll(async () => {
  fake = await openFakeMercadoPago();
  bank = openShopSide(fake);
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.faults.clear();
  fake.calls.length = 0;
  Object.assign(fake.habits, { isSearchBlind: false, isSearchDeaf: false, refunds: 'at_once' });
});

describe('what the bank says of a charge', () => {
  test('is waiting, without money, until somebody pays', async () => {
    const { identity, copyPaste } = await charged(bank);
    expect(await bank.readCharge(identity)).toEqual({
      outcome: 'found',
      snapshot: {
        reference: identity.reference,
        charge: { providerChargeId: identity.providerChargeId, copyPaste },
        state: 'waiting',
        amountCents: 9990,
        currency: 'BRL',
        isOurs: true,
        paidCents: null,
        providerPaymentId: null,
      },
    });
  });

  test.each([
    ['all', undefined, 9990],
    ['less', 9989, 9989],
    ['more', 11_000, 11_000],
  ])('tells that %s of the money came', async (_, cents, paidCents) => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference, cents);
    const snapshot = await snapshotOf(bank, identity);
    expect(snapshot).toMatchObject({ state: 'paid', amountCents: 9990, paidCents });
    expect(snapshot.providerPaymentId).toMatch(/^PAY/);
  });

  test('tells of money that came after the end', async () => {
    const { identity } = await charged(bank);
    await fake.expire(identity.reference);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'expired', paidCents: null });
    await fake.pay(identity.reference);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'paid', paidCents: 9990 });
  });

  test('tells when the bank gives the money back by itself', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await fake.refund(identity.reference);
    expect((await snapshotOf(bank, identity)).state).toBe('refunded');
  });

  test('follows a dispute to either end', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await fake.chargeBack(identity.reference, 'in_process');
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'disputed', paidCents: 9990 });
    await fake.chargeBack(identity.reference, 'reimbursed');
    expect((await snapshotOf(bank, identity)).state).toBe('paid');
    await fake.chargeBack(identity.reference, 'settled');
    expect((await snapshotOf(bank, identity)).state).toBe('refunded');
  });

  test.each([
    ['another reference', { external_reference: 'somebody-else' }, { reference: 'somebody-else' }],
    ['another currency', { currency: 'ARS' }, { currency: 'ARS' }],
    ['another receiver', { user_id: '666' }, { isOurs: false }],
  ])('carries %s, for the shop to see', async (_, altered, expected) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    expect(await snapshotOf(bank, identity)).toMatchObject(expected);
  });

  test.each([
    ['a state', { status: 'teleported', status_detail: 'twice' }, 'teleported/twice', null],
    ['a detail of a payment', { status: 'processed', status_detail: 'sort_of' }, 'processed/sort_of', 9_990],
  ])('that has %s which nobody knows is unknown, and never unpaid', async (_, altered, bankWord, paidCents) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'unknown', bankWord, paidCents });
  });

  test.each([
    ['an amount that is none', { total_amount: '99,90' }],
    ['an amount of three decimals', { total_amount: '99.905' }],
  ])('with %s is no news', async (_, altered) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    const expected = { outcome: 'unavailable', reason: 'unreadable_response', retryAfterMs: null };
    expect(await bank.readCharge(identity)).toEqual(expected);
  });

  test('is found by our reference where the name at the bank is not known, or leads nowhere', async () => {
    const { identity } = await charged(bank);
    for (const providerChargeId of [null, 'ORD00000000000000000000000000', '../../evil']) {
      expect((await snapshotOf(bank, { ...identity, providerChargeId })).reference).toBe(identity.reference);
    }
    expect(fake.calls.every(({ path }) => !path.includes('evil'))).toBe(true);
  });

  test('prefers the order with the money where there are two', async () => {
    const { identity } = await charged(bank);
    const other = await charged(bank);
    fake.alter(other.identity.reference, { external_reference: identity.reference });
    const paid = fake.orders().find(({ id }) => id === other.identity.providerChargeId);
    Object.assign(paid ?? {}, { status: 'processed', status_detail: 'accredited' });
    const snapshot = await snapshotOf(bank, { ...identity, providerChargeId: null });
    expect(snapshot).toMatchObject({ state: 'paid', charge: { providerChargeId: other.identity.providerChargeId } });
  });

  test('is that it knows nothing, only where the bank says so', async () => {
    const nobody = { reference: aCharge().reference, providerChargeId: null };
    expect(await bank.readCharge(nobody)).toEqual({ outcome: 'missing' });
    fake.habits.isSearchDeaf = true;
    expect(await bank.readCharge(nobody)).toMatchObject({ outcome: 'unavailable', reason: 'search_not_filtered' });
  });
});

describe('a bank in trouble', () => {
  test.each<[string, Fault]>([
    ['never answers', { kind: 'slow', when: 'before', ms: 20_000 }],
    ['answers HTML', { kind: 'garbage', when: 'after' }],
    ['answers half and hangs', { kind: 'half', when: 'after' }],
    ['answers a megabyte', { kind: 'huge', when: 'after' }],
    ['breaks the line', { kind: 'reset', when: 'before' }],
    ['says 500', { kind: 'answer', when: 'before', status: 500 }],
    ['says 401', { kind: 'answer', when: 'before', status: 401 }],
    ['answers nothing', { kind: 'answer', when: 'after', status: 200, body: null }],
    ['answers a number', { kind: 'answer', when: 'after', status: 200, body: 7 }],
  ])('that %s is unavailable, in time', async (_, fault) => {
    const { identity } = await charged(bank);
    for (const act of ['read', 'search'] as const) fake.faults.always(act, fault);
    const hasty = openShopSide(fake, { patienceMs: 1_500 });
    const startedAt = performance.now();
    expect(await hasty.readCharge(identity)).toMatchObject({ outcome: 'unavailable' });
    expect(await hasty.readCharge({ ...identity, providerChargeId: null })).toMatchObject({ outcome: 'unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test('is asked again when the first look fails', async () => {
    const { identity } = await charged(bank);
    fake.faults.next('read', { kind: 'reset', when: 'before' });
    expect((await snapshotOf(bank, identity)).state).toBe('waiting');
  });

  test.each([
    ['30', 30_000],
    ['86400', 3_600_000],
  ])('that wants a pause of %s s gets it, up to an hour', async (retryAfter, retryAfterMs) => {
    const { identity } = await charged(bank);
    fake.faults.next('read', { kind: 'answer', when: 'before', status: 429, retryAfter });
    const reading = await bank.readCharge(identity);
    expect(reading).toMatchObject({ outcome: 'unavailable', retryAfterMs });
    expect(fake.calls.filter(({ act }) => act === 'read')).toHaveLength(1);
  });
});

describe('a cancelled charge', () => {
  test('takes no money any more', async () => {
    const { identity } = await charged(bank);
    await bank.cancelCharge({ ...identity, providerChargeId: null });
    await bank.cancelCharge(identity);
    expect((await snapshotOf(bank, identity)).state).toBe('cancelled');
  });

  test('may also have expired, or never have been', async () => {
    const { identity } = await charged(bank);
    await fake.expire(identity.reference);
    await expect(bank.cancelCharge(identity)).resolves.toBeUndefined();
    await expect(bank.cancelCharge({ reference: 'a'.repeat(32), providerChargeId: null })).resolves.toBeUndefined();
  });

  test('is not sure where it was paid, or where the bank does not say', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await expect(bank.cancelCharge(identity)).rejects.toThrow('cannot_cancel_order');

    const other = await charged(bank);
    for (const act of ['cancel', 'read'] as const) fake.faults.always(act, { kind: 'garbage', when: 'before' });
    await expect(bank.cancelCharge(other.identity)).rejects.toThrow('unreadable_response');
  });

  test('stands although the answer was lost', async () => {
    const { identity } = await charged(bank);
    fake.faults.next('cancel', { kind: 'reset', when: 'after' });
    await expect(bank.cancelCharge(identity)).resolves.toBeUndefined();
  });
});

describe('a payment that is given back', () => {
  async function paid() {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    const refund = { ...identity, providerPaymentId: null, amountCents: 9990 };
    return { identity, refund: { ...refund, refundReference: `refund-${identity.reference}` } };
  }

  test('is back at once, and only once', async () => {
    const { refund } = await paid();
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
    expect(await bank.refundPayment({ ...refund, refundReference: 'x' }, within(8_000))).toEqual({
      outcome: 'refunded',
    });
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test('may take its time', async () => {
    fake.habits.refunds = 'pending';
    const { identity, refund } = await paid();
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'pending' });
    expect((await snapshotOf(bank, identity)).state).toBe('paid');
    await fake.finishRefund(identity.reference);
    expect((await snapshotOf(bank, identity)).state).toBe('refunded');
  });

  test('while an earlier try of it is on its way is unclear, not refused', async () => {
    fake.habits.refunds = 'pending';
    const { refund } = await paid();
    const refusal = { errors: [{ code: 'cannot_refund_order' }] };
    fake.faults.next('refund', { kind: 'reset', when: 'after' });
    fake.faults.next('refund', { kind: 'answer', when: 'before', status: 409, body: refusal });
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
    // Again with the same key, which the bank has used by now.
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test.each<[string, Fault]>([
    ['500', { kind: 'answer', when: 'after', status: 500 }],
    ['a broken line', { kind: 'reset', when: 'after' }],
    ['half an answer', { kind: 'half', when: 'after' }],
  ])('is back once although the bank answered with %s', async (_, fault) => {
    const { refund } = await paid();
    fake.faults.next('refund', fault);
    expect(await bank.refundPayment(refund, within(6_000))).toEqual({ outcome: 'refunded' });
    const keys = fake.calls.filter(({ act }) => act === 'refund').map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test('is refused where nothing was paid, or nobody knows the charge', async () => {
    const { identity } = await charged(bank);
    const refund = { ...identity, providerPaymentId: null, amountCents: 9990, refundReference: 'r' };
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('cannot_refund_order'),
    });
    const unknown = { ...refund, reference: aCharge().reference, providerChargeId: null, refundReference: 's' };
    expect(await bank.refundPayment(unknown, within(8_000))).toEqual({ outcome: 'refused', reason: 'order_not_found' });
  });

  test('is unclear, in time, where the bank is away', async () => {
    const { refund } = await paid();
    for (const act of ['refund', 'read', 'search'] as const) {
      fake.faults.always(act, { kind: 'slow', when: 'before', ms: 20_000 });
    }
    const startedAt = performance.now();
    expect(await bank.refundPayment(refund, within(800))).toMatchObject({ outcome: 'unclear' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
