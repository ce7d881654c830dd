import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Finding, PixProvider } from '#src/domain/pix.ts';
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

describe('the payments of a period', () => {
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
    if (list.outcome !== 'found') throw new Error(list.reason);
    return list.payments.map(({ reference }) => reference);
  }

  test('are those that were paid, given back or disputed, and no others', async () => {
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
    expect(list.outcome === 'found' && list.payments).toEqual([
      line(paid, 'paid', 9990),
      line(refunded, 'refunded', 9990),
      line(disputed, 'disputed', 9990),
      line(short, 'paid', 1_000),
    ]);
  });

  test.each([
    ['told', true],
    ['not told', false],
  ])('are all there, although an answer shows ten at a time and the total is %s', async (_, isTotalTold) => {
    const start = Date.now() - 40 * 24 * HOUR_MS;
    const wanted = [];
    for (let index = 0; index < 60; index += 1) wanted.push(await paidAt(start + index * index * 1_000));
    Object.assign(fake.habits, { pageSize: 10, isTotalTold });
    const found = await referencesOf({ from: new Date(start), to: new Date(start + 24 * HOUR_MS) });
    Object.assign(fake.habits, { pageSize: 30, isTotalTold: true });
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(new Set(found).size).toBe(found.length);
  });

  test('include what was ordered the day before', async () => {
    const reference = await paidAt(Date.now() - 3 * HOUR_MS);
    expect(await referencesOf(lastHour())).not.toContain(reference);
    fake.alter(reference, { last_updated_date: new Date().toISOString() });
    expect(await referencesOf(lastHour())).toContain(reference);
  });

  test('are asked for again when the bank stumbles or wants a pause', async () => {
    fake.faults.next('search', { kind: 'reset', when: 'before' });
    fake.faults.next('search', { kind: 'answer', when: 'before', status: 429, retryAfter: '0' });
    expect((await bank.listPayments(lastHour(), within(20_000))).outcome).toBe('found');
  });

  test('are unavailable, in time, while the bank is', async () => {
    fake.faults.always('search', { kind: 'half', when: 'after' });
    const startedAt = performance.now();
    expect((await bank.listPayments(lastHour(), within(600))).outcome).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    fake.faults.always('search', { kind: 'garbage', when: 'after' });
    expect(await bank.listPayments(lastHour(), within(8_000))).toMatchObject({ reason: 'unreadable_answer' });
  });
});

describe('a look at the settings', () => {
  const about = (findings: Finding[], subject: Finding['subject']) =>
    findings.find((finding) => finding.subject === subject);

  test('finds everything right, and says where the address goes', async () => {
    const findings = await bank.inspect();
    expect(findings.map(({ subject, isRight }) => [subject, isRight])).toEqual([
      ['access', true],
      ['key', true],
      ['webhook', true],
      ['clock', true],
    ]);
    expect(about(findings, 'webhook')?.sentence).toContain('https://loja.example/api/webhooks/mercadopago');
  });

  test('changes nothing at the bank', async () => {
    await bank.inspect();
    expect(fake.calls.map(({ act }) => act)).toEqual(['search', 'methods']);
  });

  test('tells a wrong token, without showing it', async () => {
    const findings = await openShopSide(fake, { accessToken: 'APP_USR-stolen' }).inspect();
    expect(about(findings, 'access')).toMatchObject({
      isRight: false,
      sentence: expect.stringContaining('MERCADOPAGO_ACCESS_TOKEN'),
    });
    expect(JSON.stringify(findings)).not.toContain('stolen');
  });

  test('tells a bank that is away from a wrong token', async () => {
    const findings = await openShopSide(fake, { apiUrl: 'http://127.0.0.1:9', patienceMs: 300 }).inspect();
    expect(about(findings, 'access')?.sentence).toContain('não respondeu');
  });

  test('tells that Pix is not active', async () => {
    fake.habits.isPixActive = false;
    const findings = await bank.inspect();
    fake.habits.isPixActive = true;
    expect(about(findings, 'key')).toMatchObject({ isRight: false });
  });

  test('tells that the secret is missing, or that the bank cannot reach the shop', async () => {
    const unset = await openShopSide(fake, { webhookSecret: undefined }).inspect();
    expect(about(unset, 'webhook')?.sentence).toContain('MERCADOPAGO_WEBHOOK_SECRET não está definido');
    const atHome = await openShopSide(fake, { siteUrl: 'http://127.0.0.1:4321' }).inspect();
    expect(about(atHome, 'webhook')).toMatchObject({ isRight: false });
  });

  test.each([
    [-120_000, false],
    [120_000, false],
    [20_000, true],
  ])('tells whether the clock is right: %i ms off', async (clockOffsetMs, isRight) => {
    fake.habits.clockOffsetMs = clockOffsetMs;
    const findings = await bank.inspect();
    fake.habits.clockOffsetMs = 0;
    expect(about(findings, 'clock')?.isRight).toBe(isRight);
  });
});
