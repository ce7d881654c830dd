import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import { chargeRequest, openConnectionTo, PIX_KEY, refundOf, within } from '../support/banks/api-pix.ts';
import { API_PIX_PATCHES } from '../support/banks/api-pix-document.ts';
import { API_PIX_DOCUMENT } from '../support/banks/document-files.ts';
import { type FakeApiPix, startFakeApiPix } from '../support/banks/fake-api-pix.ts';
import { hasOfficialDocument, type WatchedBank, watchBank } from '../support/banks/official-document.ts';

/**
 * Our adapter and our fake bank with the Banco Central's own document (API Pix 2.9) between them: Prism judges each request
 * and each answer. The document's defects are mended in `api-pix-document.ts`. Tokens are not part of it and go past it.
 */
describe.skipIf(!hasOfficialDocument(API_PIX_DOCUMENT))("the Banco Central's document", () => {
  let bank: FakeApiPix;
  let watched: WatchedBank;
  let pix: PixProvider;

  beforeAll(async () => {
    bank = await startFakeApiPix({ pixKey: PIX_KEY });
    watched = await watchBank(API_PIX_DOCUMENT, API_PIX_PATCHES, bank.url);
    pix = openConnectionTo(bank, { url: watched.url });
  });
  afterAll(async () => {
    await watched.close();
    await bank.close();
  });

  test('accepts the requests of a charge that is created, paid and refunded', async () => {
    const request = chargeRequest();
    const { reference } = request;
    const identity = { reference, providerChargeId: reference };

    expect(await pix.createCharge(request, within(20_000))).toMatchObject({ outcome: 'created' });
    expect(await pix.readCharge(identity)).toMatchObject({ snapshot: { state: 'waiting', amountCents: 9_990 } });
    const payment = bank.pay(reference);
    expect(await pix.readCharge(identity)).toMatchObject({ snapshot: { state: 'paid', providerPaymentId: payment } });
    expect(await pix.refundPayment(refundOf(reference, payment), within(20_000))).toEqual({ outcome: 'refunded' });
    expect(await pix.refundPayment(refundOf(reference, payment), within(20_000))).toEqual({ outcome: 'refunded' });
    expect(await pix.readCharge(identity)).toMatchObject({
      snapshot: { state: 'refunded', paidCents: 9_990, paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });

    expect(watched.violations).toEqual([]);
  });

  test('accepts those of a canceled, a missing and a removed charge', async () => {
    const cancelled = chargeRequest();
    await pix.createCharge(cancelled, within(20_000));
    await pix.cancelCharge({ reference: cancelled.reference, providerChargeId: null });
    expect(await pix.readCharge({ reference: cancelled.reference, providerChargeId: null })).toMatchObject({
      snapshot: { state: 'cancelled' },
    });
    const removed = chargeRequest();
    await pix.createCharge(removed, within(20_000));
    bank.removeByBank(removed.reference);
    expect(await pix.readCharge({ reference: removed.reference, providerChargeId: null })).toMatchObject({
      snapshot: { state: 'cancelled' },
    });
    expect(await pix.readCharge({ reference: 'f'.repeat(32), providerChargeId: null })).toEqual({ outcome: 'missing' });

    expect(watched.violations).toEqual([]);
  });

  test('accepts the list of payments, disputes and the webhook registration', async () => {
    const request = chargeRequest();
    await pix.createCharge(request, within(20_000));
    bank.pay(request.reference);
    bank.refund(request.reference, { status: 'EM_PROCESSAMENTO', natureza: 'MED_FRAUDE' });
    const period = { from: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000), to: within(60_000) };

    const list = await pix.listPayments(period, within(20_000));
    expect(list).toMatchObject({ outcome: 'found' });
    expect(list.outcome === 'found' && list.payments).toContainEqual({
      facts: { arrivedAt: expect.any(String), payer: null, description: null },
      reference: request.reference,
      providerChargeId: request.reference,
      state: 'disputed',
      paidCents: 9_990,
    });
    bank.pay(request.reference);
    const both = await pix.listPayments(period, within(20_000));
    const ofCharge =
      both.outcome === 'found' ? both.payments.filter(({ reference }) => reference === request.reference) : [];
    expect(ofCharge).toMatchObject([{ providerChargeId: request.reference, paidCents: 19_980 }]);
    expect((await findingsOf(pix.checkSetup())).find(({ subject }) => subject === 'webhook')?.isRight).toBe(false);
    expect(await pix.registerWebhook?.()).toMatchObject({ isRight: true });
    expect(
      (await findingsOf(pix.checkSetup()))
        .filter(({ subject }) => subject !== 'certificate')
        .every(({ isRight }) => isRight),
    ).toBe(true);

    expect(watched.violations).toEqual([]);
  });

  test('rejects an invalid response of the fake bank', async () => {
    const request = chargeRequest();
    await pix.createCharge(request, within(20_000));
    const cob = bank.charges.get(request.reference);
    if (cob) cob.status = 'PAGA';
    await pix.readCharge({ reference: request.reference, providerChargeId: null });
    const found = watched.violations.splice(0);

    expect(found).toMatchObject([{ side: 'answer' }]);
    expect(found[0]?.details).toContain('status');
  });

  test('rejects an invalid request of ours', async () => {
    const request = chargeRequest({ reference: 'curto-demais', amountCents: 9_990 });
    await pix.createCharge(request, within(3_000));
    const found = watched.violations.splice(0);

    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({ side: 'request' });
  });
});
