import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PixProvider, WebhookReading } from '#src/domain/payments/pix-provider.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../support/banks/fake-mercado-pago.ts';
import { closeServer, listenAnywhere, readBody } from '../support/banks/http.ts';
import { aCharge, charged, openShopSide, within } from '../support/banks/mercado-pago.ts';
import type { SignedWebhook, WebhookOptions } from '../support/banks/mercado-pago-webhooks.ts';

const ADDRESS = 'https://loja.example/api/webhooks/mercadopago';

let fake: FakeMercadoPago;
let bank: PixProvider;

beforeAll(async () => {
  fake = await openFakeMercadoPago();
  bank = openShopSide(fake);
});
afterAll(() => fake.close());

function readAs(webhook: SignedWebhook, judge = bank): WebhookReading {
  const { url, headers, body } = webhook;
  return judge.readWebhook({ url: new URL(url), headers: new Headers(headers), body, secret: null });
}

describe('a webhook call', () => {
  /** Secret, request and results as the bank's own library computes them. */
  const vector = (dataId: string, ts: string, v1: string, type = 'order') => ({
    url: `${ADDRESS}?data.id=${dataId}&type=${type}`,
    headers: { 'x-request-id': '2066ca19-c6f1-498a-be75-1923005edd06', 'x-signature': `ts=${ts},v1=${v1}` },
    body: '',
  });
  const LOWER = '633f91233312dd391ec75fa0bea539cfc2d6c4918873305b84a96cc1c58db71c';
  const VERBATIM = 'fb15ae6472eb449173c556793205d77787d58f384d183bb5bc3b724c27bd103c';

  test.each([
    ['an upper-case id signed in lower case', 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', LOWER],
    ['a lower-case id signed as it is', 'ord01jq4s4ky8hwq6na5pxb65b3d3', LOWER],
    ['an upper-case id signed as it is', 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', VERBATIM],
    ['a lower-case id signed in upper case', 'ord01jq4s4ky8hwq6na5pxb65b3d3', VERBATIM],
  ])('is authentic with %s, and yields the upper-case order id', (_, dataId, v1) => {
    expect(readAs(vector(dataId, '1742505638683', v1))).toMatchObject({
      outcome: 'genuine',
      deliveries: [{ subject: 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3' }],
    });
  });

  test('accepts a timestamp in seconds, and ignores the body about a payment except for its order', () => {
    const v1 = '2950837c0ba1681e168f193fb68dad2d33a2372e6cf86379ca8eeaa965009294';
    expect(readAs(vector('123456789', '1704908010', v1, 'payment'))).toEqual({ outcome: 'ignored' });
    expect(readAs(vector('123456789', '1704908011', v1, 'payment'))).toEqual({ outcome: 'forged' });
    expect(readAs(vector('123456789', '1704908010', v1))).toMatchObject({
      outcome: 'genuine',
      deliveries: [{ subject: '123456789' }],
    });
  });

  test.each([
    ['another id', vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D4', '1742505638683', VERBATIM)],
    ['another timestamp', vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', '1742505638684', VERBATIM)],
    ['a truncated signature', vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', '1742505638683', VERBATIM.slice(0, 62))],
    ['an invalid timestamp', vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', 'now', VERBATIM)],
    ['no signature', { ...vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', '0', ''), headers: {} }],
    ['an empty signature', { ...vector('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', '0', ''), headers: { 'x-signature': '' } }],
    ['nonsense', { ...vector('A', '0', ''), headers: { 'x-signature': '=,=,,v1,ts==' } }],
  ])('is forged with %s', (_, webhook) => {
    expect(readAs(webhook)).toEqual({ outcome: 'forged' });
  });

  test('is forged with another request id or none', async () => {
    const { identity } = await charged(bank);
    const webhook = fake.sign(identity.reference, ADDRESS);
    expect(readAs(webhook).outcome).toBe('genuine');
    const { 'x-request-id': _, ...rest } = webhook.headers;
    expect(readAs({ ...webhook, headers: rest }).outcome).toBe('forged');
    expect(readAs({ ...webhook, headers: { ...webhook.headers, 'x-request-id': 'other' } }).outcome).toBe('forged');
  });

  test.each<WebhookOptions>([
    {},
    { writes: 'lower' },
    { signs: 'lower' },
    { writes: 'lower', signs: 'lower' },
    { unit: 's' },
  ])('is authentic as the bank may sign it: %o', async (options) => {
    const { identity } = await charged(bank);
    const reading = readAs(fake.sign(identity.reference, ADDRESS, options));
    expect(reading).toMatchObject({ outcome: 'genuine', deliveries: [{ subject: identity.providerChargeId }] });
  });

  test('is forged with the secret of another shop, and while ours is not set', async () => {
    const { identity } = await charged(bank);
    expect(readAs(fake.sign(identity.reference, ADDRESS, { secret: 'another' })).outcome).toBe('forged');
    const unset = openShopSide(fake, { webhookSecret: undefined });
    expect(readAs(fake.sign(identity.reference, ADDRESS), unset).outcome).toBe('forged');
    expect(readAs(fake.sign(identity.reference, ADDRESS, { secret: '' }), unset).outcome).toBe('forged');
  });

  test('without a signature is ignored when it has the old format', () => {
    const url = `${ADDRESS}?id=123&topic=payment`;
    expect(readAs({ url, headers: {}, body: '{}' })).toEqual({ outcome: 'ignored' });
  });

  test('is ignored when it is authentic but about another topic', async () => {
    const { identity } = await charged(bank);
    expect(readAs(fake.sign(identity.reference, ADDRESS, { type: 'topic_claims' }))).toEqual({ outcome: 'ignored' });
  });

  test('keeps its id when repeated, and has another for another event', async () => {
    const { identity } = await charged(bank);
    const dedupOf = (webhook: SignedWebhook) => {
      const reading = readAs(webhook);
      return reading.outcome === 'genuine' ? reading.deliveries[0]?.dedup : reading.outcome;
    };
    const first = fake.sign(identity.reference, ADDRESS, { action: 'order.action_required', requestId: 'one' });
    const again = fake.sign(identity.reference, ADDRESS, { action: 'order.action_required', requestId: 'one' });
    expect(dedupOf(first)).toBe(dedupOf(again));
    const later = fake.sign(identity.reference, ADDRESS, { action: 'order.processed', requestId: 'two' });
    expect(dedupOf(first)).not.toBe(dedupOf(later));
    expect(dedupOf({ ...first, body: 'no JSON' })).toMatch(/^order\|ORD/);
  });
});

describe('the fake bank’s webhooks', () => {
  let shop: Server;
  let seen: { action: string; outcome: string }[];

  async function take(request: IncomingMessage): Promise<void> {
    const body = await readBody(request);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const url = new URL(request.url ?? '/', 'https://loja.example');
    const { outcome } = bank.readWebhook({ url, headers, body, secret: null });
    seen.push({ action: JSON.parse(body).action, outcome });
  }

  beforeEach(async () => {
    seen = [];
    shop = createServer((request, response) => {
      take(request).then(
        () => response.end(),
        () => response.destroy(),
      );
    });
    fake.webhookUrl = `${await listenAnywhere(shop)}/api/webhooks/mercadopago`;
  });
  afterEach(async () => {
    await fake.webhooks.settled();
    fake.webhookUrl = null;
    fake.webhooks.delivery = 'at_once';
    fake.habits.webhookFirst = false;
    fake.webhooks.held.length = 0;
    await closeServer(shop);
  });

  const actions = () => seen.map(({ action }) => action);

  test('report each change, authentic each time', async () => {
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await fake.chargeBack(identity.reference, 'in_process');
    expect(actions()).toEqual(['order.action_required', 'order.processed', 'order.charged_back']);
    expect(seen.every(({ outcome }) => outcome === 'genuine')).toBe(true);
  });

  test('may arrive before the response that contains the order', async () => {
    fake.habits.webhookFirst = true;
    let isAnswered = false;
    const creating = bank.createCharge(aCharge(), within(12_000)).finally(() => {
      isAnswered = true;
    });
    fake.faults.next('create', { kind: 'slow', when: 'after', ms: 700 });
    await expect.poll(() => seen.length).toBe(1);
    expect(isAnswered).toBe(false);
    expect((await creating).outcome).toBe('created');
  });

  test('may arrive twice, out of order, or not at all', async () => {
    fake.webhooks.delivery = 'held';
    const { identity } = await charged(bank);
    await fake.pay(identity.reference);
    await fake.webhooks.deliver({ order: 'reversed', times: 2 });
    expect(actions()).toEqual(['order.processed', 'order.processed', 'order.action_required', 'order.action_required']);

    fake.webhooks.delivery = 'lost';
    await fake.refund(identity.reference);
    expect(seen).toHaveLength(4);
  });
});
