import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PixProvider, SetupFinding } from '#src/domain/payments/pix-provider.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import { aCharge, charged, openShopSide, within } from '../support/banks/mercado-pago.ts';

const HOUR_MS = 60 * 60 * 1000;

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
});

describe('the list of payments of a period', () => {
  const lastHour = () => ({ from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + 1_000) });

  /** The tests' bank gets orders of several days without being asked for each. */
  async function paidAt(time: number, reference = aCharge().reference): Promise<string> {
    const { identity } = await charged(bank, aCharge({ reference }));
    await fake.pay(reference);
    const stamp = new Date(time).toISOString();
    fake.alter(reference, { created_date: stamp, last_updated_date: stamp });
    return identity.reference;
  }

  async function referencesOf(period: { from: Date; to: Date }) {
    const list = await bank.listPayments(period, within(20_000));
    if (list.outcome !== 'found') throw new Error(list.outcome);
    return list.payments.map(({ reference }) => reference);
  }

  test('contains the payments that the bank still holds, and no others', async () => {
    const fates = await Promise.all(Array.from({ length: 5 }, () => charged(bank)));
    const [paid = '', refunded = '', disputed = '', expired = '', short = ''] = fates.map(
      ({ request }) => request.reference,
    );
    for (const reference of [paid, refunded, disputed]) await fake.pay(reference);
    await fake.pay(short, 1_000);
    await fake.refund(refunded);
    await fake.chargeBack(disputed, 'in_process');
    await fake.expire(expired);
    const card = await charged(bank);
    await fake.pay(card.identity.reference);
    fake.order(card.identity.reference).transactions.payments[0].payment_method.id = 'visa';

    const list = await bank.listPayments(lastHour(), within(20_000));
    const line = (reference: string, state: string, paidCents: number) => {
      return { reference, providerChargeId: fake.order(reference).id, state, paidCents };
    };
    expect(list.outcome === 'found' && list.payments).toMatchObject([
      line(paid, 'paid', 9990),
      line(short, 'paid', 1_000),
    ]);
    expect(list.outcome === 'found' && list.payments[0]?.facts).toEqual({
      arrivedAt: fake.order(paid).last_updated_date,
      payer: { name: 'Maria da Silva', email: 'maria@testuser.com' },
      description: 'Plugin Exemplo',
    });
  });

  test.each([
    ['told', true],
    ['missing', false],
  ])('is complete with ten payments per page when the total is %s', async (_, isTotalTold) => {
    const start = Date.now() - 40 * 24 * HOUR_MS;
    const wanted = [];
    for (let index = 0; index < 60; index += 1) wanted.push(await paidAt(start + index * index * 1_000));
    Object.assign(fake.habits, { pageSize: 10, isTotalTold });
    const found = await referencesOf({ from: new Date(start), to: new Date(start + 24 * HOUR_MS) });
    Object.assign(fake.habits, { pageSize: 30, isTotalTold: true });
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(new Set(found).size).toBe(found.length);
  });

  test('contains the orders created in it, whenever they were paid', async () => {
    const reference = await paidAt(Date.now() - 3 * HOUR_MS);
    fake.alter(reference, { last_updated_date: new Date().toISOString() });
    expect(await referencesOf(lastHour())).not.toContain(reference);
    fake.alter(reference, { created_date: new Date().toISOString() });
    expect(await referencesOf(lastHour())).toContain(reference);
  });

  test('is requested with documented parameters: paid orders, thirty per page', async () => {
    await paidAt(Date.now());
    await referencesOf(lastHour());
    const [call] = fake.calls.filter(({ act }) => act === 'search');
    expect(new URL(call?.path ?? '', fake.url).searchParams.toString()).toMatch(/&status=processed&limit=30&offset=0$/);
  });

  test.each([
    ['ignores the filter', { isStatusIgnored: true }],
    ['ignores the page and returns everything', { isOffsetIgnored: true }],
  ])('is the same at a bank that %s', async (_, habit) => {
    const reference = await paidAt(Date.now());
    const wanted = await referencesOf(lastHour());
    const { identity } = await charged(bank);
    Object.assign(fake.habits, habit);
    const found = await referencesOf(lastHour());
    Object.assign(fake.habits, { isStatusIgnored: false, isOffsetIgnored: false });
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(found).toContain(reference);
    expect(found).not.toContain(identity.reference);
  });

  test('must be split into shorter periods when the bank does not page', async () => {
    const start = Date.now() - 50 * 24 * HOUR_MS;
    for (let index = 0; index < 12; index += 1) await paidAt(start + index * HOUR_MS);
    Object.assign(fake.habits, { pageSize: 10, isOffsetIgnored: true });
    const whole = await bank.listPayments(
      { from: new Date(start), to: new Date(start + 24 * HOUR_MS) },
      within(20_000),
    );
    const half = await referencesOf({ from: new Date(start), to: new Date(start + 5.5 * HOUR_MS) });
    Object.assign(fake.habits, { pageSize: 30, isOffsetIgnored: false });
    expect(whole).toEqual({ outcome: 'too_many' });
    expect(half).toHaveLength(6);
  });

  test('is requested in smaller pages when the QR images are too large', async () => {
    const start = Date.now() - 60 * 24 * HOUR_MS;
    const references = [];
    for (let index = 0; index < 35; index += 1) {
      const reference = await paidAt(start + index * 1_000);
      fake.order(reference).transactions.payments[0].payment_method.qr_code_base64 = 'A'.repeat(150_000);
      references.push(reference);
    }
    const list = await bank.listPayments({ from: new Date(start), to: new Date(start + HOUR_MS) }, within(20_000));
    if (list.outcome !== 'found') throw new Error(list.outcome);
    expect(new Set(list.payments.map(({ reference }) => reference))).toEqual(new Set(references));
    expect(list.payments).toHaveLength(references.length);
    expect(list.unread).toEqual([]);
  });

  test('is read up to two megabytes a page; a longer one is refused, and asked for in parts', async () => {
    const start = Date.now() - 80 * 24 * HOUR_MS;
    const references: string[] = [];
    for (let index = 0; index < 30; index += 1) references.push(await paidAt(start + index * 1_000));
    const fill = (wanted: string[], bytes: number) => {
      for (const each of wanted) {
        fake.order(each).transactions.payments[0].payment_method.qr_code_base64 = 'A'.repeat(bytes);
      }
    };
    const readAll = async () => {
      fake.calls.length = 0;
      const list = await bank.listPayments({ from: new Date(start), to: new Date(start + HOUR_MS) }, within(20_000));
      if (list.outcome !== 'found') throw new Error(list.outcome);
      const sizes = fake.calls.map(({ path }) => Number(new URL(path, fake.url).searchParams.get('limit')));
      return { sizes, found: list.payments.length, unread: list.unread.length };
    };

    fill(references, 60_000);
    expect(await readAll()).toEqual({ sizes: [30], found: 30, unread: 0 });
    fill(references, 80_000);
    const { sizes, ...read } = await readAll();
    expect(sizes.slice(0, 2)).toEqual([30, 8]);
    expect(read).toEqual({ found: 30, unread: 0 });
    // An order that no page has room for is told, and hides none beside it.
    fill(references.slice(0, 1), 2 * 1024 * 1024);
    expect(await readAll()).toMatchObject({ found: 29, unread: 1 });
  });

  test('separates unreadable rows and never drops them', async () => {
    const start = Date.now() - 70 * 24 * HOUR_MS;
    const [fine = '', odd = '', torn = '', nameless = ''] = await Promise.all(
      [0, 1, 2, 3].map((index) => paidAt(start + index * 1_000)),
    );
    fake.alter(odd, { status_detail: 'sort_of' });
    fake.alter(torn, { total_amount: '99,90' });
    Object.assign(fake.order(nameless), { id: null, external_reference: 7 });
    const list = await bank.listPayments({ from: new Date(start), to: new Date(start + HOUR_MS) }, within(20_000));
    if (list.outcome !== 'found') throw new Error(list.outcome);
    expect(list.payments.map(({ reference }) => reference)).toEqual([fine]);
    expect(list.unread.map(({ subject }) => subject)).toEqual([
      odd,
      torn,
      expect.stringMatching(/^sem-nome-[0-9a-f]{12}$/),
    ]);
  });

  test('is retried when the bank fails or requests a pause', async () => {
    fake.faults.next('search', { kind: 'reset', when: 'before' });
    fake.faults.next('search', { kind: 'answer', when: 'before', status: 429, retryAfter: '0' });
    expect((await bank.listPayments(lastHour(), within(20_000))).outcome).toBe('found');
  });

  test('is unavailable within the deadline while the bank is', async () => {
    fake.faults.always('search', { kind: 'half', when: 'after' });
    const startedAt = performance.now();
    expect((await bank.listPayments(lastHour(), within(600))).outcome).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    fake.faults.always('search', { kind: 'garbage', when: 'after' });
    expect(await bank.listPayments(lastHour(), within(8_000))).toMatchObject({ reason: 'unreadable_response' });
  });
});

describe('the check of the settings', () => {
  const about = (findings: SetupFinding[], subject: SetupFinding['subject']) =>
    findings.find((finding) => finding.subject === subject);

  test('passes, and names the webhook address', async () => {
    const findings = await findingsOf(bank.checkSetup());
    expect(findings.map(({ subject, isRight }) => [subject, isRight])).toEqual([
      ['access', true],
      ['key', true],
      ['webhook', true],
      ['clock', true],
    ]);
    expect(about(findings, 'webhook')?.sentence).toContain('https://loja.example/api/webhooks/mercadopago');
  });

  test('changes nothing at the bank', async () => {
    await findingsOf(bank.checkSetup());
    expect(fake.calls.map(({ act }) => act)).toEqual(['search', 'methods']);
  });

  test('reports a wrong token without showing it', async () => {
    const findings = await findingsOf(openShopSide(fake, { accessToken: 'APP_USR-stolen' }).checkSetup());
    expect(about(findings, 'access')).toMatchObject({
      isRight: false,
      sentence: expect.stringContaining('MERCADOPAGO_ACCESS_TOKEN'),
    });
    expect(JSON.stringify(findings)).not.toContain('stolen');
  });

  test('distinguishes an unavailable bank from a wrong token', async () => {
    const findings = await findingsOf(
      openShopSide(fake, { apiUrl: 'http://127.0.0.1:9', patienceMs: 300 }).checkSetup(),
    );
    expect(about(findings, 'access')?.sentence).toContain('não respondeu');
  });

  test('reports that Pix is not enabled', async () => {
    fake.habits.isPixActive = false;
    const findings = await findingsOf(bank.checkSetup());
    fake.habits.isPixActive = true;
    expect(about(findings, 'key')).toMatchObject({ isRight: false });
  });

  test('reports a missing secret and an address that the bank cannot reach', async () => {
    const unset = await findingsOf(openShopSide(fake, { webhookSecret: undefined }).checkSetup());
    expect(about(unset, 'webhook')?.sentence).toContain('MERCADOPAGO_WEBHOOK_SECRET não está definido');
    const atHome = await findingsOf(openShopSide(fake, { siteUrl: 'http://127.0.0.1:4321' }).checkSetup());
    expect(about(atHome, 'webhook')).toMatchObject({ isRight: false });
  });

  test.each([
    [-120_000, false],
    [120_000, false],
    [20_000, true],
  ])('checks a clock that is %i ms off', async (clockOffsetMs, isRight) => {
    fake.habits.clockOffsetMs = clockOffsetMs;
    const findings = await findingsOf(bank.checkSetup());
    fake.habits.clockOffsetMs = 0;
    expect(about(findings, 'clock')?.isRight).toBe(isRight);
  });
});
