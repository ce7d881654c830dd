import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { chargeRequest, openConnectionTo, PIX_KEY } from '../support/banks/api-pix.ts';
import { type FakeApiPix, startFakeApiPix } from '../support/banks/fake-api-pix.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import { charged, openShopSide, within } from '../support/banks/mercado-pago.ts';
import { nulled, type Place, placesIn, without } from '../support/banks/nulls.ts';

/**
 * Banks write null where their document lets a field be absent. Whatever is null of what the document does not ask for, the
 * rest is read as if the field were not there.
 */

/** The Banco Central's document requires these, by the last name of their place and the schema around it. */
const REQUIRED = [
  /^txid$/,
  /^(calendario|calendario\.criacao|revisao|status|valor|valor\.original|chave)$/,
  /^parametros/,
  /(^|\.)pix\.\d+\.(endToEndId|valor|horario)$/,
  /devolucoes\.\d+\.(id|rtrId|valor|horario|status)$/,
];
const isRequired = (place: Place) => REQUIRED.some((pattern) => pattern.test(place.join('.')));
const period = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) });
const RUNS = { numRuns: 60 };

describe('the API Pix', () => {
  let bank: FakeApiPix;
  let pix: PixProvider;
  let reference: string;

  beforeAll(async () => {
    bank = await startFakeApiPix({ pixKey: PIX_KEY });
    pix = openConnectionTo(bank);
    ({ reference } = chargeRequest());
    await pix.createCharge(chargeRequest({ reference }), within(8_000));
    bank.pay(reference);
    bank.refund(reference, { status: 'NAO_REALIZADO', natureza: 'MED_FRAUDE' });
    bank.refund(reference, { status: 'DEVOLVIDO', valor: '10.00' });
  });
  afterAll(() => bank.close());

  const read = () => pix.readCharge({ reference, providerChargeId: null });
  const list = () => pix.listPayments(period(), within(8_000));

  test('treats null fields of a charge as absent', async () => {
    const response = await recorded(read);
    await fc.assert(
      fc.asyncProperty(fc.subarray(placesIn(response, isRequired)), async (places) => {
        expect(await read()).toMatchObject({ outcome: 'found', snapshot: { reference, amountCents: 9_990 } });
        bank.bend(() => nulled(response, places));
        const withNulls = await read();
        bank.bend(() => without(response, places));
        const withLess = await read();
        bank.bend((body) => body);
        expect(withNulls).toEqual(withLess);
        expect(withNulls.outcome).toBe('found');
      }),
      RUNS,
    );
  });

  test('treats null fields of payments as absent', async () => {
    const response = await recorded(list);
    await fc.assert(
      fc.asyncProperty(fc.subarray(placesIn(response, isRequired)), async (places) => {
        bank.bend(() => nulled(response, places));
        const withNulls = await list();
        bank.bend(() => without(response, places));
        const withLess = await list();
        bank.bend((body) => body);
        expect(withNulls).toEqual(withLess);
        expect(withNulls).toMatchObject({ outcome: 'found', unread: [] });
      }),
      RUNS,
    );
  });

  test.each([
    ['no amount', { valor: null }],
    ['an unknown kind of return', { devolucoes: [{ id: 'a', valor: '1.00', status: 'QUEM_SABE' }] }],
    ['only its id', { valor: 7, devolucoes: 'x' }],
  ])('reports a payment with %s as unreadable and lists the others', async (_, odd) => {
    bank.bend((body) => withRow(body, { endToEndId: `E${'9'.repeat(31)}`, valor: '5.00', ...odd }));
    const found = await list();
    bank.bend((body) => body);
    expect(found).toMatchObject({
      outcome: 'found',
      payments: [{ reference, paidCents: 9_990 }],
      unread: [{ subject: `E${'9'.repeat(31)}` }],
    });
  });

  test.each([
    ['beside the payment', { pagador: { cpf: '52998224725', nome: 'Maria' } }, '52998224725'],
    ['as a company', { pagador: { cnpj: '12.ABC.345/01DE-35' } }, '12ABC34501DE35'],
    ["in the bank's own part", { gnExtras: { pagador: { cpf: '529.982.247-25' } } }, '52998224725'],
    ['masked', { pagador: { cpf: '***982247**' } }, undefined],
    ['as a sentence', { pagador: 'Maria', gnExtras: 7 }, undefined],
    ['not at all', {}, undefined],
  ])('reads who paid where a bank names it %s', async (_, payer, payerDocument) => {
    bank.bend((body) => ({
      ...Object(body),
      pix: (Object(body).pix ?? []).map((row: object) => ({ ...row, ...payer })),
    }));
    const reading = await read();
    bank.bend((body) => body);
    expect(reading).toMatchObject({ outcome: 'found', snapshot: { state: 'paid', paidCents: 9_990 } });
    expect(reading.outcome === 'found' && reading.snapshot.payerDocument).toBe(payerDocument);
  });

  test('never reports a charge as unpaid when its payment is unreadable', async () => {
    bank.bend((body) => withRow(without(body, [['pix']]), { endToEndId: 'E1', valor: 'muito' }));
    expect(await read()).toMatchObject({ outcome: 'found', snapshot: { state: 'unknown', paidCents: 0 } });
    bank.bend((body) => ({ ...Object(body), pix: [], status: 'TALVEZ' }));
    expect(await read()).toMatchObject({ outcome: 'found', snapshot: { state: 'unknown', bankWord: 'TALVEZ' } });
    bank.bend((body) => body);
  });

  async function recorded(call: () => Promise<unknown>): Promise<unknown> {
    let response: unknown;
    bank.bend((body) => {
      response = body;
      return body;
    });
    await call();
    bank.bend((body) => body);
    return response;
  }
});

describe('Mercado Pago', () => {
  let fake: FakeMercadoPago;
  let bank: PixProvider;
  let identity: { reference: string; providerChargeId: string };

  beforeAll(async () => {
    fake = await openFakeMercadoPago();
    bank = openShopSide(fake);
    ({ identity } = await charged(bank));
    await fake.pay(identity.reference);
    await charged(bank).then((other) => fake.pay(other.identity.reference));
  });
  afterAll(() => fake.close());

  /** Its document requires nothing of an order; one without a name and a state says nothing at all. */
  const isNeeded = (place: Place) => ['id', 'status'].includes(place.join('.'));

  test('treats null fields of an order as absent', async () => {
    const response: unknown = fake.order(identity.reference);
    await fc.assert(
      fc.asyncProperty(fc.subarray(placesIn(response, isNeeded)), async (places) => {
        fake.bend(() => nulled(response, places));
        const withNulls = await bank.readCharge(identity);
        fake.bend(() => without(response, places));
        const withLess = await bank.readCharge(identity);
        fake.bend((body) => body);
        expect(withNulls).toEqual(withLess);
        expect(withNulls).toMatchObject({ outcome: 'found', snapshot: { reference: identity.reference } });
      }),
      RUNS,
    );
  });

  test('lists all other rows when one contains nulls', async () => {
    const wanted = await bank.listPayments(period(), within(8_000));
    if (wanted.outcome !== 'found') throw new Error(wanted.outcome);
    const others = wanted.payments.filter(({ reference }) => reference !== identity.reference);
    const row: unknown = fake.order(identity.reference);
    await fc.assert(
      fc.asyncProperty(fc.subarray(placesIn(row, () => false)), async (places) => {
        fake.bend((body) => withFirstRow(body, (order) => nulled(order, places)));
        const found = await bank.listPayments(period(), within(8_000));
        fake.bend((body) => body);
        if (found.outcome !== 'found') throw new Error(found.outcome);
        expect(found.payments).toEqual(expect.arrayContaining(others));
        // It is told as money or as a row that nobody understands, and never left out, unless it came by other means.
        expect(found.payments.length + found.unread.length).toBe(2);
      }),
      RUNS,
    );
  });

  function withFirstRow(body: unknown, change: (order: unknown) => unknown): unknown {
    const { data, paging } = Object(body) as { data: { external_reference: string }[]; paging: unknown };
    const rows = data.map((order) => (order.external_reference === identity.reference ? change(order) : order));
    return { data: rows, paging };
  }
});

function withRow(body: unknown, row: unknown): unknown {
  const response = Object(body) as { pix?: unknown[] };
  return { ...response, pix: [...(response.pix ?? []), row] };
}
