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
  Object.assign(fake.habits, { isSearchLagging: false, isFilterIgnored: false, refunds: 'at_once' });
});

describe('the state of a charge', () => {
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
  ])('contains the paid amount: %s of the price', async (_, cents, paidCents) => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference, cents);
    const snapshot = await snapshotOf(bank, identity);
    expect(snapshot).toMatchObject({ state: 'paid', amountCents: 9990, paidCents });
    expect(Date.parse(snapshot.paidAt ?? '')).not.toBeNaN();
    expect(snapshot.providerPaymentId).toMatch(/^PAY/);
    expect(snapshot.endToEndId).toMatch(/^E\d{20}\w{11}$/);
  });

  test.each([
    ['a CPF', { type: 'CPF', number: '529.982.247-25' }, '52998224725'],
    ['a CNPJ with letters', { type: 'CNPJ', number: '12.ABC.345/01DE-35' }, '12ABC34501DE35'],
    ['a masked one', { type: 'CPF', number: '***.982.247-**' }, undefined],
    ['a placeholder', { type: 'CPF', number: '99999999999' }, undefined],
    ['no number', { type: 'CPF' }, undefined],
    ['none', null, undefined],
  ])('tells who paid: %s', async (_, identification, payerDocument) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, { payer: { email: 'maria@testuser.com', identification } });
    expect((await snapshotOf(bank, identity)).payerDocument).toBeUndefined();
    await fake.pay(identity.reference);
    const snapshot = await snapshotOf(bank, identity);
    expect(snapshot).toMatchObject({ state: 'paid', paidCents: 9_990 });
    expect(snapshot.payerDocument).toBe(payerDocument);
  });

  test('contains a payment after expiry', async () => {
    const { identity } = await charged(bank);
    await fake.expire(identity.reference);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'expired', paidCents: null });
    await fake.pay(identity.reference);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'paid', paidCents: 9990 });
  });

  test('is refunded when the bank returned the money itself', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await fake.refund(identity.reference);
    expect((await snapshotOf(bank, identity)).state).toBe('refunded');
  });

  test('follows a dispute to either outcome', async () => {
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
  ])('shows %s for the shop to check', async (_, altered, expected) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    expect(await snapshotOf(bank, identity)).toMatchObject(expected);
  });

  test.each([
    ['an unknown status', { status: 'teleported', status_detail: 'twice' }, 'teleported/twice', null],
    ['an unknown payment status detail', { status: 'processed', status_detail: 'sort_of' }, 'processed/sort_of', 9_990],
  ])('is unknown, never unpaid, with %s', async (_, altered, bankWord, paidCents) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    expect(await snapshotOf(bank, identity)).toMatchObject({ state: 'unknown', bankWord, paidCents });
  });

  test.each([
    ['an invalid amount', { total_amount: '99,90' }],
    ['an amount with three decimals', { total_amount: '99.905' }],
  ])('is unreadable with %s', async (_, altered) => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, altered);
    const expected = { outcome: 'unavailable', reason: 'unreadable_response', retryAfterMs: null };
    expect(await bank.readCharge(identity)).toEqual(expected);
  });

  test('is found by our reference when the bank’s id is missing or wrong', async () => {
    const { identity } = await charged(bank);
    for (const providerChargeId of [null, 'ORD00000000000000000000000000', '../../evil']) {
      expect((await snapshotOf(bank, { ...identity, providerChargeId })).reference).toBe(identity.reference);
    }
    expect(fake.calls.every(({ path }) => !path.includes('evil'))).toBe(true);
  });

  test('comes from the paid order when there are two', async () => {
    const { identity } = await charged(bank);
    const other = await charged(bank);
    fake.alter(other.identity.reference, { external_reference: identity.reference });
    const paid = fake.orders().find(({ id }) => id === other.identity.providerChargeId);
    Object.assign(paid ?? {}, { status: 'processed', status_detail: 'accredited' });
    const snapshot = await snapshotOf(bank, { ...identity, providerChargeId: null });
    expect(snapshot).toMatchObject({ state: 'paid', charge: { providerChargeId: other.identity.providerChargeId } });
  });

  test('is missing only when the bank says so', async () => {
    const nobody = { reference: aCharge().reference, providerChargeId: null };
    expect(await bank.readCharge(nobody)).toEqual({ outcome: 'missing' });
    fake.habits.isFilterIgnored = true;
    expect(await bank.readCharge(nobody)).toMatchObject({ outcome: 'unavailable', reason: 'search_not_filtered' });
  });
});

describe('a failing bank', () => {
  test.each<[string, Fault]>([
    ['never responds', { kind: 'slow', when: 'before', ms: 20_000 }],
    ['responds with HTML', { kind: 'garbage', when: 'after' }],
    ['stalls within a response', { kind: 'half', when: 'after' }],
    ['responds with a megabyte', { kind: 'huge', when: 'after' }],
    ['closes the connection', { kind: 'reset', when: 'before' }],
    ['responds 500', { kind: 'answer', when: 'before', status: 500 }],
    ['responds 401', { kind: 'answer', when: 'before', status: 401 }],
    ['responds with an empty body', { kind: 'answer', when: 'after', status: 200, body: null }],
    ['responds with a number', { kind: 'answer', when: 'after', status: 200, body: 7 }],
  ])('that %s is unavailable within the deadline', async (_, fault) => {
    const { identity } = await charged(bank);
    for (const act of ['read', 'search'] as const) fake.faults.always(act, fault);
    const hasty = openShopSide(fake, { patienceMs: 1_500 });
    const startedAt = performance.now();
    expect(await hasty.readCharge(identity)).toMatchObject({ outcome: 'unavailable' });
    expect(await hasty.readCharge({ ...identity, providerChargeId: null })).toMatchObject({ outcome: 'unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test('is asked again when the first read fails', async () => {
    const { identity } = await charged(bank);
    fake.faults.next('read', { kind: 'reset', when: 'before' });
    expect((await snapshotOf(bank, identity)).state).toBe('waiting');
  });

  test.each([
    ['30', 30_000],
    ['86400', 3_600_000],
  ])('that requests a pause of %s s gets it, up to an hour', async (retryAfter, retryAfterMs) => {
    const { identity } = await charged(bank);
    fake.faults.next('read', { kind: 'answer', when: 'before', status: 429, retryAfter });
    const reading = await bank.readCharge(identity);
    expect(reading).toMatchObject({ outcome: 'unavailable', retryAfterMs });
    expect(fake.calls.filter(({ act }) => act === 'read')).toHaveLength(1);
  });
});

describe('canceling a charge', () => {
  test('makes it unpayable', async () => {
    const { identity } = await charged(bank);
    await bank.cancelCharge({ ...identity, providerChargeId: null });
    await bank.cancelCharge(identity);
    expect((await snapshotOf(bank, identity)).state).toBe('cancelled');
  });

  test('succeeds for an expired and for a missing charge', async () => {
    const { identity } = await charged(bank);
    await fake.expire(identity.reference);
    await expect(bank.cancelCharge(identity)).resolves.toBeUndefined();
    await expect(bank.cancelCharge({ reference: 'a'.repeat(32), providerChargeId: null })).resolves.toBeUndefined();
  });

  test('rejects when the charge was paid or the bank gives no clear response', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await expect(bank.cancelCharge(identity)).rejects.toThrow('cannot_cancel_order');

    const other = await charged(bank);
    for (const act of ['cancel', 'read'] as const) fake.faults.always(act, { kind: 'garbage', when: 'before' });
    await expect(bank.cancelCharge(other.identity)).rejects.toThrow('unreadable_response');
  });

  test('succeeds although the response was lost', async () => {
    const { identity } = await charged(bank);
    fake.faults.next('cancel', { kind: 'reset', when: 'after' });
    await expect(bank.cancelCharge(identity)).resolves.toBeUndefined();
  });
});

describe('refunding a payment', () => {
  async function paid() {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    const refund = { ...identity, providerPaymentId: null, amountCents: 9990 };
    return { identity, refund: { ...refund, refundReference: `refund-${identity.reference}` } };
  }

  test('succeeds at once, and only once', async () => {
    const { refund } = await paid();
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
    expect(await bank.refundPayment({ ...refund, refundReference: 'x' }, within(8_000))).toEqual({
      outcome: 'refunded',
    });
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test('may stay pending', async () => {
    fake.habits.refunds = 'pending';
    const { identity, refund } = await paid();
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'pending' });
    expect((await snapshotOf(bank, identity)).state).toBe('paid');
    await fake.finishRefund(identity.reference);
    expect((await snapshotOf(bank, identity)).state).toBe('refunded');
  });

  test('is unclear, not refused, while an earlier try is pending', async () => {
    fake.habits.refunds = 'pending';
    const { refund } = await paid();
    const refusal = { errors: [{ code: 'cannot_refund_order' }] };
    fake.faults.next('refund', { kind: 'reset', when: 'after' });
    fake.faults.next('refund', { kind: 'answer', when: 'before', status: 409, body: refusal });
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
    // The second try has the same key, which the bank has used by now.
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test.each<[string, Fault]>([
    ['500', { kind: 'answer', when: 'after', status: 500 }],
    ['a closed connection', { kind: 'reset', when: 'after' }],
    ['half a response', { kind: 'half', when: 'after' }],
  ])('happens once although the bank responded with %s', async (_, fault) => {
    const { refund } = await paid();
    fake.faults.next('refund', fault);
    expect(await bank.refundPayment(refund, within(6_000))).toEqual({ outcome: 'refunded' });
    const keys = fake.calls.filter(({ act }) => act === 'refund').map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(fake.order(refund.reference).transactions.refunds).toHaveLength(1);
  });

  test('is refused when nothing was paid or the charge does not exist', async () => {
    const { identity } = await charged(bank);
    const refund = { ...identity, providerPaymentId: null, amountCents: 9990, refundReference: 'r' };
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('cannot_refund_order'),
    });
    const unknown = { ...refund, reference: aCharge().reference, providerChargeId: null, refundReference: 's' };
    expect(await bank.refundPayment(unknown, within(8_000))).toEqual({ outcome: 'refused', reason: 'order_not_found' });
  });

  test('is unclear within the deadline when the bank is down', async () => {
    const { refund } = await paid();
    for (const act of ['refund', 'read', 'search'] as const) {
      fake.faults.always(act, { kind: 'slow', when: 'before', ms: 20_000 });
    }
    const startedAt = performance.now();
    expect(await bank.refundPayment(refund, within(800))).toMatchObject({ outcome: 'unclear' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
