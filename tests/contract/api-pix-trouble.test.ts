import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { readCertificateFiles } from '#src/gateways/pix/api-pix/certificates.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import {
  chargeRequest,
  openConnectionTo,
  PIX_KEY,
  refundOf,
  WEBHOOK_SECRET,
  within,
} from '../support/banks/api-pix.ts';
import { type FakeApiPix, type PixFault, startFakeApiPix } from '../support/banks/fake-api-pix.ts';

let bank: FakeApiPix;
let pix: PixProvider;

beforeEach(async () => {
  bank = await startFakeApiPix({ pixKey: PIX_KEY });
  pix = openConnectionTo(bank);
});
afterEach(() => bank.close());

describe('a charge', () => {
  test.each<[string, PixFault[]]>([
    ['the response was lost', [{ kind: 'lost' }]],
    ['the bank failed after creating the charge', [{ kind: 'broken', status: 500 }]],
    ['the bank responded 423', [{ kind: 'status', status: 423 }]],
    ['the bank responded 429', [{ kind: 'status', status: 429, retryAfter: '1' }]],
    [
      'the bank failed twice',
      [
        { kind: 'status', status: 503 },
        { kind: 'status', status: 502 },
      ],
    ],
    ['the bank responded with a maintenance page', [{ kind: 'garbage' }]],
  ])('is created once when %s', async (_case, faults) => {
    const request = chargeRequest();
    bank.fail(faults, /^PUT \/cob/);
    expect(await pix.createCharge(request, within(20_000))).toMatchObject({ outcome: 'created' });
    expect([...bank.charges.keys()]).toEqual([request.reference]);
  });

  test('is unclear, never refused, while the bank does not respond', async () => {
    bank.fail(
      Array.from({ length: 20 }, () => ({ kind: 'status', status: 503 })),
      /cob/,
    );
    expect(await pix.createCharge(chargeRequest(), within(1_500))).toEqual({
      outcome: 'unclear',
      reason: expect.any(String),
    });
  });

  test('respects its deadline when a response stalls', async () => {
    bank.fail(
      Array.from({ length: 20 }, () => ({ kind: 'half' })),
      /cob/,
    );
    const startedAt = Date.now();
    expect(await pix.createCharge(chargeRequest(), within(1_500))).toMatchObject({ outcome: 'unclear' });
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('is refused when the bank refuses it, and the reason contains no personal data', async () => {
    const other = openConnectionTo(bank, { pixKey: 'chave-de-outra-conta' });
    expect(await other.createCharge(chargeRequest(), within(20_000))).toEqual({
      outcome: 'refused',
      reason: '403 AcessoNegado',
    });
  });

  test('gets its BR Code from its location when the bank sends none', async () => {
    bank.hideCodes();
    const creation = await pix.createCharge(chargeRequest(), within(20_000));
    expect(creation.outcome === 'created' && isValidPixPayload(creation.charge.copyPaste)).toBe(true);
  });

  test('expires together with the purchase', async () => {
    const request = chargeRequest({ expiresAt: within(30 * 60_000) });
    await pix.createCharge(request, within(20_000));
    expect(bank.charges.get(request.reference)?.calendario.expiracao).toBeGreaterThan(1_700);
    expect(bank.charges.get(request.reference)?.calendario.expiracao).toBeLessThanOrEqual(1_800);
  });
});

describe('an access token', () => {
  test('is shared by many calls, concurrent ones included', async () => {
    const request = chargeRequest();
    await pix.createCharge(request, within(20_000));
    await Promise.all(Array.from({ length: 10 }, () => pix.readCharge(identity(request.reference))));
    expect(bank.calls.filter((call) => call === 'POST /oauth/token')).toHaveLength(1);
  });

  test('that the bank rejects is fetched again', async () => {
    const request = chargeRequest();
    await pix.createCharge(request, within(20_000));
    bank.forgetTokens();
    expect(await pix.readCharge(identity(request.reference))).toMatchObject({ outcome: 'found' });
  });

  test('that is refused makes the bank unavailable, not the charge missing', async () => {
    const anonymous = openConnectionTo(bank, { clientSecret: 'errado' });
    expect(await anonymous.readCharge(identity('f'.repeat(32)))).toMatchObject({ outcome: 'unavailable' });
    expect(await findingsOf(anonymous.checkSetup())).toContainEqual(
      expect.objectContaining({ subject: 'access', isRight: false }),
    );
  });

  test.each(['itau', 'inter'] as const)('is requested in the format of %s', async (name) => {
    const other = openConnectionTo(bank, { bank: name });
    expect(await other.createCharge(chargeRequest(), within(20_000))).toMatchObject({ outcome: 'created' });
  });
});

describe('the state of a charge', () => {
  test('contains short, exact and excess payments to the centavo', async () => {
    for (const [amount, cents] of [
      ['99.89', 9_989],
      ['99.90', 9_990],
      ['120.00', 12_000],
    ] as const) {
      const { reference } = await made();
      bank.pay(reference, amount);
      expect(await pix.readCharge(identity(reference))).toMatchObject({
        snapshot: { state: 'paid', paidCents: cents },
      });
    }
  });

  test('contains a payment that arrived after expiry', async () => {
    const { reference } = await made();
    const cob = bank.charges.get(reference);
    if (cob) cob.calendario.criacao = '2026-01-01T00:00:00.000Z';
    expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { state: 'expired' } });
    bank.pay(reference);
    expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { state: 'paid' } });
  });

  test('is a mismatch for another receiver', async () => {
    const { reference } = await made();
    const cob = bank.charges.get(reference);
    if (cob) cob.chave = 'chave-de-outra-conta';
    expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { isOurs: false } });
  });

  test.each([
    ['an open dispute', { status: 'EM_PROCESSAMENTO', natureza: 'MED_FRAUDE' }, 'disputed'],
    ['a lost dispute', { status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' }, 'refunded'],
    ['a won dispute', { status: 'NAO_REALIZADO', natureza: 'MED_OPERACIONAL' }, 'paid'],
    ['a partial return', { status: 'DEVOLVIDO', valor: '10.00' }, 'paid'],
  ])('%s', async (_case, refund, state) => {
    const { reference } = await made();
    bank.pay(reference);
    bank.refund(reference, refund);
    expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { state } });
  });

  test('contains the pause that a 429 requests', async () => {
    bank.fail([{ kind: 'status', status: 429, retryAfter: '30' }], /^GET \/cob/);
    expect(await pix.readCharge(identity('f'.repeat(32)))).toEqual({
      outcome: 'unavailable',
      reason: '429 Falha',
      retryAfterMs: 30_000,
    });
  });

  test.each<PixFault>([{ kind: 'garbage' }, { kind: 'lost' }, { kind: 'status', status: 500 }])(
    'is unavailable for the invalid response %o',
    async (fault) => {
      const { reference } = await made();
      bank.fail([fault], /^GET \/cob/);
      expect(await pix.readCharge(identity(reference))).toMatchObject({ outcome: 'unavailable' });
    },
  );
});

describe('a refund', () => {
  test('whose response was lost is found and never made twice', async () => {
    const { reference } = await made();
    bank.pay(reference);
    bank.fail([{ kind: 'lost' }], /^PUT \/pix/);
    expect(await pix.refundPayment(refundOf(reference), within(20_000))).toEqual({ outcome: 'refunded' });
    expect(bank.charges.get(reference)?.pix?.[0]?.devolucoes).toHaveLength(1);
  });

  test('is pending at the bank and confirmed later', async () => {
    const { reference } = await made();
    bank.pay(reference);
    bank.holdRefunds();
    const refund = refundOf(reference);
    expect(await pix.refundPayment(refund, within(8_000))).toEqual({ outcome: 'pending' });
    bank.refund(reference, { id: refund.refundReference, status: 'DEVOLVIDO' });
    expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { state: 'refunded' } });
  });

  test('that the bank did not carry out is refused', async () => {
    const { reference } = await made();
    bank.pay(reference);
    bank.holdRefunds();
    const refund = refundOf(reference);
    await pix.refundPayment(refund, within(8_000));
    bank.refund(reference, { id: refund.refundReference, status: 'NAO_REALIZADO' });
    expect(await pix.refundPayment(refund, within(8_000))).toMatchObject({ outcome: 'refused' });
  });

  describe('of a charge paid twice', () => {
    let reference = '';
    const returns = () => (bank.charges.get(reference)?.pix ?? []).map(({ devolucoes = [] }) => devolucoes);
    const refund = (isRepeat = false) => pix.refundPayment({ ...refundOf(reference), isRepeat }, within(20_000));

    beforeEach(async () => {
      ({ reference } = await made());
      bank.pay(reference, '60.00');
      bank.pay(reference, '39.90');
    });

    test('returns each payment once under its own id', async () => {
      expect(await refund()).toEqual({ outcome: 'refunded' });
      expect(await refund(true)).toEqual({ outcome: 'refunded' });
      expect(returns()).toMatchObject([[{ valor: '60.00' }], [{ valor: '39.90' }]]);
      expect(new Set(returns().flatMap(([one]) => one?.id))).toHaveProperty('size', 2);
      expect(await pix.readCharge(identity(reference))).toMatchObject({ snapshot: { state: 'refunded' } });
    });

    test('continues when the response about one was lost', async () => {
      const silence = Array.from({ length: 9 }, () => ({ kind: 'status' as const, status: 503 }));
      bank.fail([{ kind: 'slow', ms: 0 }, ...silence], /devolucao/);
      expect(await pix.refundPayment(refundOf(reference), within(3_000))).toMatchObject({ outcome: 'unclear' });
      expect(returns().map(({ length }) => length)).toEqual([1, 0]);
      bank.repair();
      expect(await refund(true)).toEqual({ outcome: 'refunded' });
      expect(returns().map(({ length }) => length)).toEqual([1, 1]);
    });

    test('leaves out what the bank returned itself', async () => {
      bank.refund(reference, { status: 'DEVOLVIDO', natureza: 'MED_FRAUDE', valor: '20.00' });
      expect(await refund()).toEqual({ outcome: 'refunded' });
      expect(returns()).toMatchObject([[{ valor: '20.00' }, { valor: '40.00' }], [{ valor: '39.90' }]]);
    });

    test('reports the returned part when the bank refuses the rest', async () => {
      bank.fail(
        [
          { kind: 'slow', ms: 0 },
          { kind: 'status', status: 422 },
        ],
        /^PUT .*devolucao/,
      );
      expect(await refund()).toEqual({ outcome: 'refused', reason: '422 Falha', returnedCents: 6_000 });
    });

    test('waits while one is still pending', async () => {
      bank.holdRefunds();
      expect(await refund()).toEqual({ outcome: 'pending' });
      expect(returns().map(({ length }) => length)).toEqual([1, 1]);
    });
  });

  test('asks for no more than what the bank has left of the payment', async () => {
    const { reference } = await made();
    bank.pay(reference, '50.00');
    expect(await pix.refundPayment(refundOf(reference), within(8_000))).toEqual({ outcome: 'refunded' });
    expect(bank.charges.get(reference)?.pix?.[0]?.devolucoes).toMatchObject([{ valor: '50.00' }]);
  });
});

describe('a webhook', () => {
  const call = (secret: string | null, body: unknown) =>
    pix.readWebhook({
      url: new URL('https://loja.test/api/webhooks/pix/x'),
      headers: new Headers(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      secret,
    });
  const paid = { endToEndId: 'E1', txid: 'a'.repeat(32), valor: '99.90' };

  test.each([WEBHOOK_SECRET, `${WEBHOOK_SECRET}/pix`])('is authentic at %s', (secret) => {
    expect(call(secret, { pix: [paid] })).toMatchObject({ outcome: 'genuine', deliveries: [{ subject: paid.txid }] });
  });

  test.each([null, '', 'outro', `${WEBHOOK_SECRET}x`, `${WEBHOOK_SECRET}/pix/pix`, 'pix'])(
    'is unknown at %s',
    (secret) => {
      expect(call(secret, { pix: [paid] })).toEqual({ outcome: 'unknown' });
    },
  );

  test('may contain several payments, and one of them twice', () => {
    const reading = call(WEBHOOK_SECRET, {
      pix: [paid, { ...paid, txid: 'b'.repeat(32) }, paid, { endToEndId: 'E2' }],
    });
    const deliveries = reading.outcome === 'genuine' ? reading.deliveries : [];
    expect(deliveries.map(({ subject }) => subject[0])).toEqual(['a', 'b', 'a']);
    expect(new Set(deliveries.map(({ dedup }) => dedup)).size).toBe(2);
  });

  test('of a refund has another id than that of its payment', () => {
    const [first, second] = [paid, { ...paid, devolucoes: [{ id: 'r1', status: 'DEVOLVIDO' }] }].map((pix) =>
      call(WEBHOOK_SECRET, { pix: [pix] }),
    );
    expect(first).not.toEqual(second);
  });

  test('that only tests the address is accepted, and one that is not JSON is rejected', () => {
    expect(call(WEBHOOK_SECRET, { evento: 'teste_webhook' })).toEqual({ outcome: 'ignored' });
    expect(call(WEBHOOK_SECRET, '')).toEqual({ outcome: 'ignored' });
    expect(call(WEBHOOK_SECRET, '{')).toEqual({ outcome: 'malformed' });
  });
});

describe('mutual TLS', () => {
  const file = (name: string) => fileURLToPath(new URL(`../support/banks/certificates/${name}`, import.meta.url));
  const read = (name: string) => readFileSync(file(name));
  let guarded: FakeApiPix;

  beforeEach(async () => {
    const tls = { cert: read('bank.pem'), key: read('bank.key'), ca: read('authority.pem'), requestCert: true };
    guarded = await startFakeApiPix({ pixKey: PIX_KEY, tls });
  });
  afterEach(() => guarded.close());

  test.each([
    ['PEM', { certPath: file('shop.pem'), keyPath: file('shop.key') }],
    ['PKCS #12', { certPath: file('shop.p12'), passphrase: 'testes' }],
  ])('connects with the certificate as %s', async (_form, certificate) => {
    const line = openConnectionTo(guarded, {
      certificates: readCertificateFiles({ ...certificate, caPath: file('authority.pem') }),
    });
    expect(await line.createCharge(chargeRequest(), within(20_000))).toMatchObject({ outcome: 'created' });
    expect(await findingsOf(line.checkSetup())).toContainEqual(
      expect.objectContaining({ subject: 'certificate', isRight: true }),
    );
  });

  test('fails without a certificate', async () => {
    const line = openConnectionTo(guarded, { certificates: readCertificateFiles({ caPath: file('authority.pem') }) });
    expect(await line.createCharge(chargeRequest(), within(2_000))).toMatchObject({ outcome: 'unclear' });
    expect(await findingsOf(line.checkSetup())).toContainEqual(
      expect.objectContaining({ subject: 'access', isRight: false }),
    );
  });

  test('rejects a bank with an untrusted certificate', async () => {
    const line = openConnectionTo(guarded, {
      certificates: readCertificateFiles({ certPath: file('shop.pem'), keyPath: file('shop.key') }),
    });
    expect(await line.createCharge(chargeRequest(), within(2_000))).toMatchObject({ outcome: 'unclear' });
    expect(guarded.calls).toEqual([]);
  });

  test('reports a missing file', () => {
    expect(() =>
      openConnectionTo(guarded, { certificates: readCertificateFiles({ certPath: '/nirgends/loja.pem' }) }),
    ).toThrow(/^PIX_CERT_PATH: não foi possível ler o arquivo/);
  });
});

async function made() {
  const request = chargeRequest();
  await pix.createCharge(request, within(20_000));
  return request;
}

function identity(reference: string) {
  return { reference, providerChargeId: reference };
}
