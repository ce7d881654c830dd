import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeRequest, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import type { Fault } from '../support/banks/faults.ts';
import { aCharge, charged, openShopSide, within } from '../support/banks/mercado-pago.ts';
import { readQrCode } from '../support/browser/qr-reader.ts';

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
  Object.assign(fake.habits, {
    repeats: 'conflict',
    isSearchLagging: false,
    isFilterIgnored: false,
    readsBeforeCode: 0,
  });
});

const ordersOf = ({ reference }: ChargeRequest) =>
  fake.orders().filter((order) => order.external_reference === reference);
const creations = () => fake.calls.filter(({ act }) => act === 'create');

describe('a charge', () => {
  test('has a BR Code that other readers read, with the right amount', async () => {
    const { copyPaste, identity } = await charged(bank, aCharge({ amountCents: 50 }));
    expect(isValidPixPayload(copyPaste)).toBe(true);
    expect(copyPaste).toContain('54040.50');
    const picture = fake.order(identity.reference).transactions.payments[0].payment_method.qr_code_base64 ?? '';
    expect(readQrCode(Buffer.from(picture, 'base64'))).toBe(copyPaste);
  });

  test('sends the amount as text, a lifetime of two hours, and the payer', async () => {
    await charged(bank);
    expect(JSON.parse(creations()[0]?.body ?? '')).toEqual({
      type: 'online',
      processing_mode: 'automatic',
      external_reference: expect.stringMatching(/^[a-z0-9]{32}$/),
      total_amount: '99.90',
      description: 'Plugin Exemplo',
      payer: { email: 'maria@testuser.com', first_name: 'Maria', last_name: 'da Silva' },
      transactions: {
        payments: [{ amount: '99.90', expiration_time: 'PT2H', payment_method: { id: 'pix', type: 'bank_transfer' } }],
      },
    });
  });

  test.each([
    [89 * 60_000 + 55_000, 'PT1H30M'],
    [10 * 60_000, 'PT30M'],
    [-60_000, 'PT30M'],
    [60 * 24 * 3_600_000, 'PT720H'],
  ])('of %i ms gets a lifetime that the bank accepts: %s', async (restMs, duration) => {
    await charged(bank, aCharge({ expiresAt: within(restMs) }));
    expect(creations()[0]?.body).toContain(`"expiration_time":"${duration}"`);
  });

  test.each([
    ['Maria', { first_name: 'Maria' }],
    ['  Ana   Beatriz  Souza ', { first_name: 'Ana', last_name: 'Beatriz Souza' }],
    ['', {}],
  ])('of a buyer named "%s" splits the name', async (name, expected) => {
    await charged(bank, aCharge({ payer: { name, email: 'a@testuser.com' } }));
    expect(JSON.parse(creations()[0]?.body ?? '').payer).toEqual({ email: 'a@testuser.com', ...expected });
  });

  test.each(['conflict', 'original'] as const)(
    'requested twice is created once (the repeat responds: %s)',
    async (repeats) => {
      fake.habits.repeats = repeats;
      const { request, identity, copyPaste } = await charged(bank);
      const expected = { outcome: 'created', charge: { providerChargeId: identity.providerChargeId, copyPaste } };
      expect(await openShopSide(fake).createCharge(request, within(8_000))).toEqual(expected);
      expect(ordersOf(request)).toHaveLength(1);
      const keys = creations().map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    },
  );

  test('requested again later, with a shorter lifetime, is the same charge', async () => {
    const { request, identity } = await charged(bank);
    const later = { ...request, expiresAt: within(40 * 60_000) };
    expect(await bank.createCharge(later, within(8_000))).toMatchObject({
      outcome: 'created',
      charge: { providerChargeId: identity.providerChargeId },
    });
    expect(ordersOf(request)).toHaveLength(1);
  });

  test('has its own idempotency key', async () => {
    await charged(bank);
    await charged(bank);
    expect(new Set(creations().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test('whose code arrives later is polled for it', async () => {
    fake.habits.readsBeforeCode = 1;
    expect((await charged(bank)).copyPaste).toMatch(/^000201/);
  });

  test('whose code never arrives is unclear', async () => {
    fake.habits.readsBeforeCode = 1_000;
    const creation = await bank.createCharge(aCharge(), within(1_200));
    expect(creation).toEqual({ outcome: 'unclear', reason: 'order_without_code' });
  });
});

/** The order stands at the bank, or will at the next try; the shop must find it. */
const MENDABLE: [string, Fault[]][] = [
  ['answers later than the shop waits', [{ kind: 'slow', when: 'after', ms: 5_000 }]],
  ['says 500 after it made the order', [{ kind: 'answer', when: 'after', status: 500 }]],
  ['says 500 before it made the order', [{ kind: 'answer', when: 'before', status: 500 }]],
  ['says 503 twice', Array.from({ length: 2 }, () => ({ kind: 'answer', when: 'before', status: 503 }) as const)],
  ['is locked for a moment (423)', [{ kind: 'answer', when: 'before', status: 423 }]],
  ['wants a pause (429)', [{ kind: 'answer', when: 'before', status: 429, retryAfter: '0' }]],
  ['breaks the line before it made the order', [{ kind: 'reset', when: 'before' }]],
  ['breaks the line after it made the order', [{ kind: 'reset', when: 'after' }]],
  ['answers a page of HTML', [{ kind: 'garbage', when: 'after' }]],
  ['answers a page of HTML as 502', [{ kind: 'garbage', when: 'after', status: 502 }]],
  ['answers half and hangs', [{ kind: 'half', when: 'after' }]],
  ['answers a megabyte', [{ kind: 'huge', when: 'after' }]],
  ['answers the wrong types', [{ kind: 'answer', when: 'after', status: 201, body: { id: 7, status: null } }]],
  ['answers an empty list', [{ kind: 'answer', when: 'after', status: 201, body: [] }]],
];

describe('a charge at a bank that', () => {
  test.each(MENDABLE)('%s is created once', async (_, faults) => {
    fake.faults.next('create', ...faults);
    const request = aCharge();
    const creation = await bank.createCharge(request, within(8_000));
    expect(creation).toMatchObject({ outcome: 'created', charge: { providerChargeId: ordersOf(request)[0]?.id } });
    expect(ordersOf(request)).toHaveLength(1);
    expect(new Set(creations().map(({ body, idempotencyKey }) => `${idempotencyKey} ${body}`)).size).toBe(1);
  });

  test('requests a pause of a second is retried after it', async () => {
    fake.faults.next('create', { kind: 'answer', when: 'before', status: 429, retryAfter: '1' });
    const startedAt = performance.now();
    expect(await bank.createCharge(aCharge(), within(12_000))).toMatchObject({ outcome: 'created' });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test('keeps requesting retries at once is not hammered', async () => {
    fake.faults.always('create', { kind: 'answer', when: 'before', status: 429, retryAfter: '0' });
    expect(await bank.createCharge(aCharge(), within(1_500))).toMatchObject({ outcome: 'unclear' });
    expect(creations().length).toBeLessThan(6);
  });

  test('requests a pause longer than the deadline is not retried', async () => {
    fake.faults.next('create', { kind: 'answer', when: 'before', status: 429, retryAfter: '3600' });
    const startedAt = performance.now();
    expect(await bank.createCharge(aCharge(), within(30_000))).toMatchObject({ outcome: 'unclear' });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test('knows the key but lists no order is unclear', async () => {
    fake.habits.isSearchLagging = true;
    const used = { errors: [{ code: 'idempotency_key_already_used' }] };
    fake.faults.next('create', { kind: 'answer', when: 'before', status: 409, body: used });
    const creation = await bank.createCharge(aCharge(), within(8_000));
    expect(creation).toMatchObject({ outcome: 'unclear', reason: expect.stringContaining('idempotency_key_already') });
  });

  test('created the order, lost the response and does not list it yet is unclear', async () => {
    fake.habits.isSearchLagging = true;
    fake.faults.next('create', { kind: 'reset', when: 'after' });
    expect(await bank.createCharge(aCharge(), within(8_000))).toMatchObject({ outcome: 'unclear' });
  });

  test('ignores the search filter is unclear', async () => {
    await charged(bank);
    fake.habits.isFilterIgnored = true;
    fake.faults.always('create', { kind: 'reset', when: 'before' });
    expect(await bank.createCharge(aCharge(), within(1_000))).toMatchObject({ outcome: 'unclear' });
  });

  test.each<[string, Fault]>([
    ['never responds', { kind: 'slow', when: 'before', ms: 20_000 }],
    ['closes every connection', { kind: 'reset', when: 'before' }],
    ['always responds 500', { kind: 'answer', when: 'before', status: 500 }],
    ['stalls in every response', { kind: 'half', when: 'before' }],
  ])('%s is unclear within the deadline', async (_, fault) => {
    for (const act of ['create', 'search', 'read'] as const) fake.faults.always(act, fault);
    const startedAt = performance.now();
    expect(await bank.createCharge(aCharge(), within(900))).toMatchObject({ outcome: 'unclear' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('is down is unclear', async () => {
    const creation = await openShopSide(fake, { apiUrl: 'http://127.0.0.1:9' }).createCharge(aCharge(), within(700));
    expect(creation.outcome).toBe('unclear');
  });
});

describe('a charge that the bank refuses', () => {
  const refusing = (status: number, code: string): Fault => ({
    kind: 'answer',
    when: 'before',
    status,
    body: { errors: [{ code, message: 'maria@testuser.com is not welcome' }] },
  });

  test.each([
    [400, 'invalid_users_involved', 'comprador e vendedor são a mesma conta'],
    [400, 'invalid_email_for_sandbox', '@testuser.com'],
    [400, 'property_value', 'property_value'],
    [402, 'failed', 'failed'],
    [404, 'not_found', 'not_found'],
    [422, 'unprocessable', 'unprocessable'],
    [401, 'unauthorized', 'MERCADOPAGO_ACCESS_TOKEN'],
    [403, 'forbidden', 'MERCADOPAGO_ACCESS_TOKEN'],
  ])('with %i %s is refused with the reason %s', async (status, code, words) => {
    fake.faults.next('create', refusing(status, code));
    const creation = await bank.createCharge(aCharge(), within(8_000));
    expect(creation).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(words) });
    expect(JSON.stringify(creation)).not.toContain('maria');
    expect(creations()).toHaveLength(1);
  });

  test('by an order that failed at once is refused', async () => {
    const request = aCharge();
    fake.faults.next('create', { kind: 'reset', when: 'after' });
    fake.faults.next('create', { kind: 'slow', when: 'before', ms: 3_000 });
    const creating = bank.createCharge(request, within(12_000));
    await expect.poll(() => ordersOf(request)).toHaveLength(1);
    await fake.fail(request.reference);
    expect(await creating).toEqual({ outcome: 'refused', reason: 'failed' });
  });

  test('after a lost try is refused only if the bank has no such order', async () => {
    fake.faults.next('create', { kind: 'reset', when: 'before' }, refusing(400, 'property_value'));
    expect(await bank.createCharge(aCharge(), within(8_000))).toMatchObject({ outcome: 'refused' });

    fake.faults.next('create', { kind: 'reset', when: 'before' }, refusing(400, 'property_value'));
    fake.faults.always('search', { kind: 'answer', when: 'before', status: 500 });
    expect(await bank.createCharge(aCharge(), within(4_000))).toMatchObject({ outcome: 'unclear' });
  });

  test('is found if an earlier call created it', async () => {
    const { request, identity } = await charged(bank);
    fake.faults.next('create', refusing(400, 'property_value'));
    expect(await bank.createCharge(request, within(8_000))).toMatchObject({
      outcome: 'created',
      charge: { providerChargeId: identity.providerChargeId },
    });
  });
});
