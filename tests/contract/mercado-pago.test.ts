/**
 * The shop's Mercado Pago, and the tests' own bank behind it, judged by somebody else: Prism, with Mercado Pago's official
 * document, stands between them and lets nothing pass that the document forbids, in either direction. The document has
 * defects that every genuine Pix order would stumble over; `mercado-pago-document.ts` lists what is mended and why, and a
 * little of the judge is therefore ours. Mercado Pago's own library is the second witness: it must be able to work with
 * the tests' bank, and must accept its signature.
 */

import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { InvalidWebhookSignatureError, MercadoPagoConfig, Order, WebhookSignatureValidator } from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BankChargeState, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import { MERCADO_PAGO_DOCUMENT } from '../support/banks/document-files.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import { aCharge, charged, openShopSide, snapshotOf, within } from '../support/banks/mercado-pago.ts';
import { MERCADO_PAGO_PATCHES } from '../support/banks/mercado-pago-document.ts';
import { hasOfficialDocument, type WatchedBank, watchBank } from '../support/banks/official-document.ts';
import { readQrCode } from '../support/browser/qr-reader.ts';

const isHere = hasOfficialDocument(MERCADO_PAGO_DOCUMENT);
let fake: FakeMercadoPago;

beforeAll(async () => {
  fake = await openFakeMercadoPago();
});
afterAll(() => fake.close());

describe.skipIf(!isHere)('the official document between shop and bank', () => {
  let watched: WatchedBank;
  let bank: PixProvider;

  beforeAll(async () => {
    watched = await watchBank(MERCADO_PAGO_DOCUMENT, MERCADO_PAGO_PATCHES, fake.url);
    bank = openShopSide(fake, { apiUrl: watched.url, patienceMs: 8_000 });
  });
  afterAll(() => watched.close());
  afterEach(() => {
    const violations = watched.violations.splice(0);
    if (violations.length > 0) throw new Error(`The document was broken: ${JSON.stringify(violations, null, 2)}`);
  });

  test('accepts creating a charge and reading it by the bank’s id and by ours', async () => {
    const { identity, copyPaste } = await charged(bank);
    expect(isValidPixPayload(copyPaste)).toBe(true);

    const expected = { reference: identity.reference, state: 'waiting', amountCents: 9990, currency: 'BRL' };
    expect(await snapshotOf(bank, identity)).toMatchObject(expected);
    expect(await snapshotOf(bank, { ...identity, providerChargeId: null })).toMatchObject(expected);
  });

  const fates: [string, (reference: string) => Promise<void>, BankChargeState][] = [
    ['paid', (reference) => fake.pay(reference), 'paid'],
    ['expired', (reference) => fake.expire(reference), 'expired'],
    ['refused', (reference) => fake.fail(reference), 'rejected'],
    ['given back by the bank', (reference) => fake.refund(reference), 'refunded'],
    ['given back in part', (reference) => fake.refundPartly(reference, 100), 'paid'],
    ['disputed', (reference) => fake.chargeBack(reference, 'in_process'), 'disputed'],
    ['lost in a dispute', (reference) => fake.chargeBack(reference, 'settled'), 'refunded'],
    ['won in a dispute', (reference) => fake.chargeBack(reference, 'reimbursed'), 'paid'],
  ];
  test.each(fates)('accepts reading a charge that was %s', async (_, befall, state) => {
    const { identity } = await charged(bank);
    await befall(identity.reference);
    expect((await snapshotOf(bank, identity)).state).toBe(state);
  });

  test('accepts canceling a charge twice', async () => {
    const { identity } = await charged(bank);
    await bank.cancelCharge(identity);
    await bank.cancelCharge(identity);
    expect((await snapshotOf(bank, identity)).state).toBe('cancelled');
  });

  test('accepts refunding a payment twice', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    const refund = {
      ...identity,
      providerPaymentId: null,
      amountCents: 9990,
      refundReference: `r${identity.reference}`,
    };
    expect(await bank.refundPayment(refund, within(8_000))).toEqual({ outcome: 'refunded' });
    expect(await bank.refundPayment({ ...refund, refundReference: 'other' }, within(8_000))).toEqual({
      outcome: 'refunded',
    });
  });

  test('accepts the refusal to refund a payment that does not exist', async () => {
    const { identity } = await charged(bank);
    const refund = {
      ...identity,
      providerPaymentId: null,
      amountCents: 9990,
      refundReference: `r${identity.reference}`,
    };
    expect(await bank.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'refused' });
  });

  test('accepts reading a missing charge', async () => {
    const unknown = { reference: 'a'.repeat(32), providerChargeId: 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3' };
    expect(await bank.readCharge(unknown)).toEqual({ outcome: 'missing' });
  });

  test('accepts creating the same charge twice', async () => {
    const { request, identity } = await charged(bank);
    const again = await bank.createCharge(request, within(8_000));
    expect(again).toMatchObject({ outcome: 'created', charge: { providerChargeId: identity.providerChargeId } });
  });

  test('accepts the refusal of a charge', async () => {
    const refused = await bank.createCharge(aCharge({ amountCents: 0 }), within(8_000));
    expect(refused).toEqual({ outcome: 'refused', reason: 'property_value' });
  });

  test('accepts the response to a wrong token', async () => {
    const anonymous = openShopSide(fake, { apiUrl: watched.url, accessToken: 'APP_USR-wrong', patienceMs: 8_000 });
    expect(await anonymous.createCharge(aCharge(), within(8_000))).toMatchObject({ outcome: 'refused' });
    expect(await findingsOf(anonymous.checkSetup())).toContainEqual(
      expect.objectContaining({ subject: 'access', isRight: false }),
    );
  });

  test('accepts the list of a period and the check of the settings', async () => {
    const list = await bank.listPayments({ from: new Date(Date.now() - 3_600_000), to: new Date() }, within(8_000));
    expect(list.outcome).toBe('found');
    expect((await findingsOf(bank.checkSetup())).filter(({ isRight }) => !isRight)).toEqual([]);
  });

  test('accepts the bank’s own SDK creating, reading, searching, refunding and canceling an order', async () => {
    Reflect.set(AppConfig, 'BASE_URL', watched.url);
    const orders = () =>
      new Order(new MercadoPagoConfig({ accessToken: fake.accessToken, options: { timeout: 8_000 } }));
    const wanted = (reference: string) => ({
      type: 'online',
      processing_mode: 'automatic',
      external_reference: reference,
      total_amount: '10.00',
      payer: { email: 'library@testuser.com' },
      transactions: {
        payments: [{ amount: '10.00', expiration_time: 'P1D', payment_method: { id: 'pix', type: 'bank_transfer' } }],
      },
    });
    const made = await orders().create({ body: wanted('library-1') });
    const picture = made.transactions?.payments?.[0]?.payment_method;
    expect(readQrCode(Buffer.from(picture?.qr_code_base64 ?? '', 'base64'))).toBe(picture?.qr_code);

    await fake.pay('library-1');
    const id = made.id ?? '';
    expect(await orders().get({ id })).toMatchObject({ status: 'processed', status_detail: 'accredited' });
    const day = { begin_date: new Date(Date.now() - 3_600_000).toISOString(), end_date: new Date().toISOString() };
    expect((await orders().search({ options: day })).data?.length).toBeGreaterThan(0);
    expect(await orders().refund({ id })).toMatchObject({ status: 'refunded' });

    const other = await orders().create({ body: wanted('library-2') });
    expect(await orders().cancel({ id: other.id ?? '' })).toMatchObject({ status: 'canceled' });
  });

  test('has covered every kind of call that the shop makes', () => {
    const kinds = new Set(watched.calls.map((call) => call.replace(/\?\S*/, '?').replace(/ORD\w+/, 'ID')));
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'POST /v1/orders 201',
        'GET /v1/orders/ID 200',
        'GET /v1/orders/ID 404',
        'GET /v1/orders? 200',
        'POST /v1/orders/ID/cancel 200',
        'POST /v1/orders/ID/refund 201',
        'GET /v1/payment_methods 200',
      ]),
    );
  });

  test('rejects an invalid request', async () => {
    const response = await fetch(`${watched.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fake.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'online', total_amount: 99.9, transactions: {}, payer: { email: 'a@b.com' } }),
      signal: AbortSignal.timeout(10_000),
    });
    expect(response.status).toBe(422);
    const [violation] = watched.violations.splice(0);
    expect(violation?.side).toBe('request');
    expect(violation?.details).toContain('total_amount');
    expect(violation?.details).toContain('x-idempotency-key');
  });

  test('rejects an invalid response', async () => {
    const { identity } = await charged(bank);
    fake.alter(identity.reference, { status: 'PAGA' });
    const hasty = openShopSide(fake, { apiUrl: watched.url, patienceMs: 500 });
    expect(await hasty.readCharge(identity)).toMatchObject({ outcome: 'unavailable' });
    const [violation] = watched.violations.splice(0);
    expect(violation?.side).toBe('answer');
    expect(violation?.details).toContain('must be equal to one of the allowed values');
  });
});

describe('the bank’s own SDK', () => {
  test.each(['ms', 's'] as const)(
    'accepts a webhook signed by the fake bank, with its timestamp in %s',
    async (unit) => {
      const { identity } = await charged(openShopSide(fake));
      const webhook = fake.sign(identity.reference, 'https://loja.example/api/webhooks/mercadopago', { unit });
      const judge = (dataId: string) =>
        WebhookSignatureValidator.validate({
          xSignature: webhook.headers['x-signature'],
          xRequestId: webhook.headers['x-request-id'],
          dataId,
          secret: fake.webhookSecret,
        });
      expect(() => judge(new URL(webhook.url).searchParams.get('data.id') ?? '')).not.toThrow();
      expect(() => judge('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3')).toThrow(InvalidWebhookSignatureError);
    },
  );
});
