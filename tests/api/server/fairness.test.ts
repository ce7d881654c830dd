import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { PaymentStatusCheck } from '#src/wire/purchases/purchases.ts';
import { type BankSide, openApiPixSide } from '../../support/banks/real-banks.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { inParallel } from '../../support/calls/in-parallel.ts';
import { expectStatus, order } from '../../support/purchases/buy.ts';
import { openPurchaseRow } from '../../support/purchases/open-purchases.ts';
import { purchaseRow } from '../../support/purchases/purchases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

/** Nobody starves anybody: what one address does costs no other its payment. */
const UNPAID = scaled(300, 1_500);
const HONEST = scaled(8, 50);
const CROWD = scaled(80, 500);
const POLLS_PER_SECOND = scaled(32, 128);
const MACHINE = '203.0.113.7';
const PRODUCT = 'onda-audio';

let bank: BankSide;
let store: Store;
let visitor: Client;

beforeAll(async () => {
  bank = await openApiPixSide();
  store = await startStoreProcess({ ...bank.settings, TRUST_PROXY: '1', LOG_LEVEL: 'warn' });
  visitor = openClient(store.url);
});
afterAll(async () => {
  await store.stop();
  await bank.close();
});

test(`${HONEST} buyers beside one address with ${UNPAID} unpaid purchases and ${POLLS_PER_SECOND} polls a second read that they have paid`, async ({
  task,
}) => {
  const unpaid = await givenUnpaid(UNPAID);
  // Whatever the pages may ask of the bank together, the machine has asked for first.
  await inParallel(unpaid.length, 20, (at) => poll(unpaid[at] ?? '', MACHINE));
  const endAttack = attack(unpaid);
  const waitedMs = await inParallel(HONEST, HONEST, async (at) => {
    const address = `198.51.100.${at + 1}`;
    const { purchaseId, transactionId } = expectStatus(await buyFrom(address), 200).json<Record<string, string>>();
    await bank.pay((await purchaseRow(store, purchaseId ?? '')).providerReference);
    const paidAt = performance.now();
    // As an open page asks; how long that may take is judged where the machine does nothing else.
    await expect.poll(() => poll(transactionId ?? '', address), { interval: 1_000 }).toBe('approved');
    return performance.now() - paidAt;
  });
  await endAttack();
  recordFigure(task, { name: 'the last one read it after', value: Math.max(...waitedMs), unit: 'ms', under: 15_000 });
});

test(`${CROWD} orders at once: none is refused because of the bank, and throttled ones succeed with the same key`, async ({
  task,
}) => {
  const before = bank.charges();
  let text = 0;
  await inParallel(CROWD, CROWD, async (at) => {
    const key = crypto.randomUUID();
    for (;;) {
      const response = await buyFrom(`192.0.2.${at % 250}`, key, `multidao${at}@exemplo.com.br`);
      if (response.status === 200) return;
      expect(response.json<ErrorBody>()).toMatchObject({ code: 'busy' });
      expect(response.status).toBe(503);
      text += 1;
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  });
  recordFigure(task, { name: 'told to wait', value: text });
  expect(bank.charges()).toBe(before + CROWD);
});

test('unknown coupon codes are limited per network, and a network with a valid code is not affected', async () => {
  const network = '203.0.113.99';
  expect(await validate('EDITA10', network)).toMatchObject({ status: 200, valid: true });
  for (let at = 0; at < 60; at += 1) {
    expect(await validate(`PALPITE${at}`, network)).toMatchObject({ status: 200, valid: false });
  }
  const refused = await validate('PALPITE60', network);
  expect(refused).toMatchObject({
    status: 429,
    code: 'too_many_codes',
    message: expect.stringMatching(
      /^Muitos códigos que não existem vieram da sua rede\. Espere \d+ minutos para usar um cupom, ou compre sem ele\.$/,
    ),
  });
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  // A right code that was not shown there before tells the guesser no more than a wrong one does.
  expect(await validate('BEMVINDO20', network)).toMatchObject({ status: 429, message: refused.message });
  expect((await buyFrom(network, undefined, undefined, 'BEMVINDO20')).status).toBe(429);
  expect((await buyFrom(network, undefined, undefined, 'PALPITE61')).status).toBe(429);
  expect(await validate('edita10', network)).toMatchObject({ status: 200, valid: true });
  expect((await buyFrom(network, undefined, undefined, 'EDITA10')).status).toBe(200);
  expect((await buyFrom(network)).status).toBe(200);
  expect(await validate('BEMVINDO20', '203.0.113.100')).toMatchObject({ status: 200, valid: true });
});

test('coupons in page addresses and posted forms share one limit', async () => {
  const network = '203.0.113.101';
  for (let at = 0; at < 60; at += 1) await validate(`PALPITE${at}`, network);
  const page = await visitor.get(`/checkout/${PRODUCT}?cupom=BEMVINDO20`, { 'x-forwarded-for': network });
  expect(page.text).toContain('Muitos códigos que não existem vieram da sua rede.');
});

test('120 unknown license keys of an address are limited, and a valid key still works', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.98' };
  const check = (key: string) => visitor.post('/api/licenses/validate', { key }, headers);
  const { key } = await store.database().selectFrom('activationKeys').select('key').executeTakeFirstOrThrow();
  for (let at = 0; at < 120; at += 1)
    expect((await check(`NADA-${at}`)).json()).toEqual({ valid: false, code: 'unknown' });
  const refused = expectStatus(await check('NADA-120'), 429);
  expect(refused.json<ErrorBody>().message).toBe('Muitas chaves desconhecidas. Aguarde e tente de novo.');
  expect((await check(key)).status).toBe(200);
});

/** Polls of purchases that stay unpaid, from one address, until the answer ends it. */
function attack(unpaid: string[]): () => Promise<void> {
  let turn = 0;
  const underWay = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    for (let at = 0; at < POLLS_PER_SECOND / 16; at += 1) {
      turn += 1;
      const polling = poll(unpaid[turn % unpaid.length] ?? '', MACHINE);
      underWay.add(polling);
      void polling.finally(() => underWay.delete(polling));
    }
  }, 1_000 / 16);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

async function poll(transactionId: string, address: string): Promise<string> {
  const response = await visitor.get(`/api/payments/status/${transactionId}`, { 'x-forwarded-for': address });
  return expectStatus(response, 200).json<PaymentStatusCheck>().data.status;
}

function buyFrom(address: string, key = crypto.randomUUID() as string, customerEmail?: string, couponCode?: string) {
  const headers = { 'x-forwarded-for': address, 'idempotency-key': key };
  return order(
    visitor,
    { productId: PRODUCT, ...(customerEmail && { customerEmail }), ...(couponCode && { couponCode }) },
    headers,
  );
}

async function validate(code: string, address: string) {
  const response = await visitor.post(
    '/api/validate-coupon',
    { code, productId: PRODUCT },
    { 'x-forwarded-for': address },
  );
  const body = response.json<{ valid?: boolean; code?: string; message: string }>();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...body };
}

/** Given: purchases of the machine's, of which the bank has the charges and no money. */
async function givenUnpaid(count: number): Promise<string[]> {
  const { purchaseId = '' } = expectStatus(await buyFrom(MACHINE), 200).json<Record<string, string>>();
  const { customerId, provider, account } = await purchaseRow(store, purchaseId);
  const bank = { name: provider, accountId: account ?? '' };
  const now = Date.now();
  // The worker leaves them alone: it is about the pages.
  const rows = Array.from({ length: count }, (_, number) => ({
    ...openPurchaseRow(`unpaid-${number}`, customerId, { createdAt: now, dueAt: now, bank }),
    productId: PRODUCT,
    nextCheckAt: null,
  }));
  for (let at = 0; at < rows.length; at += 200) {
    await store
      .database()
      .insertInto('purchases')
      .values(rows.slice(at, at + 200))
      .execute();
  }
  return rows.map(({ transactionId }) => transactionId);
}
