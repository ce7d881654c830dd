import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import {
  chargeRequest,
  openConnectionTo,
  PIX_KEY,
  refundOf,
  WEBHOOK_SECRET,
  within,
} from '../support/banks/api-pix.ts';
import { type FakeApiPix, startFakeApiPix } from '../support/banks/fake-api-pix.ts';

/** An outcome that a bank leaves open is asked for, and never taken for an answer. */

let bank: FakeApiPix;
let pix: PixProvider;

beforeEach(async () => {
  bank = await startFakeApiPix({ pixKey: PIX_KEY });
  pix = openConnectionTo(bank);
});
afterEach(() => bank.close());

describe('an access token', () => {
  const knocks = () => bank.calls.filter((call) => call === 'POST /oauth/token').length;
  const twentyReads = () => Promise.all(Array.from({ length: 20 }, () => pix.readCharge(identity('f'.repeat(32)))));

  test('is fetched once by concurrent calls, both at first and after the bank rejects it', async () => {
    for (const reading of await twentyReads()) expect(reading).toEqual({ outcome: 'missing' });
    expect(knocks()).toBe(1);
    bank.forgetTokens();
    for (const reading of await twentyReads()) expect(reading).toEqual({ outcome: 'missing' });
    expect(knocks()).toBe(2);
  });

  test('that could not be fetched is fetched again by the next call', async () => {
    bank.fail([{ kind: 'status', status: 503 }], /token/);
    expect(await pix.readCharge(identity('f'.repeat(32)))).toMatchObject({ outcome: 'unavailable' });
    expect(await pix.readCharge(identity('f'.repeat(32)))).toEqual({ outcome: 'missing' });
  });

  test('that the bank’s response lacks leaves a charge open, and never passes for its cancellation', async () => {
    const reference = await made();
    const other = openConnectionTo(bank);
    bank.fail(
      Array.from({ length: 2 }, () => ({ kind: 'status', status: 200 })),
      /token/,
    );
    await expect(other.cancelCharge(identity(reference))).rejects.toThrow('unreadable_response');
    expect(bank.charges.get(reference)?.status).toBe('ATIVA');
  });
});

describe('a paid charge without its payments', () => {
  test('is completed from the list of payments', async () => {
    const reference = await made();
    bank.hidePayments();
    bank.pay(reference, '80.00');
    expect(await pix.readCharge(identity(reference))).toMatchObject({
      outcome: 'found',
      snapshot: { state: 'paid', paidCents: 8_000, providerPaymentId: expect.stringMatching(/^E/) },
    });
  });

  test('is unknown, neither open nor unpaid, when the list has no payment either', async () => {
    const reference = await made();
    bank.hidePayments();
    bank.pay(reference);
    bank.fail([{ kind: 'status', status: 503 }], /^GET \/pix/);
    expect(await pix.readCharge(identity(reference))).toMatchObject({
      outcome: 'found',
      snapshot: { state: 'unknown', bankWord: 'CONCLUIDA', paidCents: null },
    });
  });
});

test('a refund whose first try got no response is not refused until the bank says that it does not exist', async () => {
  const reference = await made();
  bank.pay(reference);
  bank.fail([{ kind: 'lost' }, { kind: 'status', status: 400 }], /^PUT \/pix/);
  bank.fail([{ kind: 'status', status: 503 }], /^GET .*devolucao/);
  const refund = refundOf(reference);
  expect(await pix.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
  expect(await pix.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
  expect(bank.charges.get(reference)?.pix?.[0]?.devolucoes).toHaveLength(1);
});

test.each([401, 403])('a repeated refund that the payment itself shows needs no access to it (%i)', async (status) => {
  const reference = await made();
  bank.pay(reference);
  bank.fail([{ kind: 'lost' }, { kind: 'status', status: 400 }], /^PUT \/pix/);
  bank.fail([{ kind: 'status', status: 503 }], /^GET .*devolucao/);
  const refund = refundOf(reference);
  expect(await pix.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'unclear' });
  const many = Array.from({ length: 6 }, () => ({ kind: 'status' as const, status }));
  bank.fail(many, /devolucao/);
  expect(await pix.refundPayment({ ...refund, isRepeat: true }, within(8_000))).toEqual({ outcome: 'refunded' });
});

test.each([[null], [''], ['com-hífen'], [7]])(
  'a payment with the txid %j does not drop the other payments of the webhook',
  (txid) => {
    const text = { endToEndId: `E${'1'.repeat(31)}`, valor: '99.90', horario: new Date().toISOString() };
    const body = JSON.stringify({ pix: [{ ...text, txid }, { ...text, txid: 'a'.repeat(32), devolucoes: null }, 'x'] });
    const url = new URL('https://loja.test/api/webhooks/pix/x');
    expect(pix.readWebhook({ url, headers: new Headers(), body, secret: `${WEBHOOK_SECRET}/pix` })).toMatchObject({
      outcome: 'genuine',
      deliveries: [{ subject: 'a'.repeat(32) }],
    });
  },
);

async function made(): Promise<string> {
  const request = chargeRequest();
  await pix.createCharge(request, within(8_000));
  return request.reference;
}

function identity(reference: string) {
  return { reference, providerChargeId: reference };
}
