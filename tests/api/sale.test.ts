import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentCreated } from '#src/wire/checkout.ts';
import type { LicenseValidation } from '#src/wire/licenses.ts';
import type { LicenseAnswer, PaymentStatusCheck } from '#src/wire/purchases.ts';
import { atTheBank, BUYER, buy, order, readPurchase, startPurchase, waitForStatus } from '../support/buy.ts';
import { type Client, openClient } from '../support/client.ts';
import { type Store, startStore } from '../support/store.ts';

let store: Store;
let visitor: Client;

beforeAll(async () => {
  store = await startStore();
  visitor = openClient(store.url);
});
afterAll(() => store.stop());

const license = (id: string) => visitor.get(`/api/payments/license/${id}`);
const download = (id: string, headers = {}) => visitor.get(`/api/payments/download/${id}`, headers);
const status = async (transactionId: string) =>
  (await visitor.get(`/api/payments/status/${transactionId}`)).json<PaymentStatusCheck>().data.status;
const usesOf = async (code: string) =>
  (await store.database().selectFrom('coupons').select('used').where('code', '=', code).executeTakeFirstOrThrow()).used;

describe('a purchase that was started', () => {
  test('carries a valid BR Code of its amount, whose picture says the same', async () => {
    const created = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: 'edita10' });

    expect(created).toMatchObject({ success: true, amount: 'R$ 170,91' });
    expect(isValidPixPayload(created.pixCopyPaste)).toBe(true);
    expect(getPixPayloadInfo(created.pixCopyPaste)).toMatchObject({ amount: 170.91, merchantName: 'Corte Final' });
    expect(decodeQR(PNG.sync.read(Buffer.from(created.qrCodeBase64, 'base64')))).toBe(created.pixCopyPaste);
    expect(Date.parse(created.expiresAt) - Date.now()).toBeGreaterThan(119 * 60_000);
  });

  test('has ids that nobody guesses', async () => {
    const { purchaseId, transactionId } = await startPurchase(visitor);
    expect(purchaseId).toMatch(/^[0-9a-f]{32}$/);
    expect(transactionId).toMatch(/^[0-9a-f]{32}$/);
    expect(transactionId).not.toBe(purchaseId);
  });

  test('gives nothing of value away before it is paid', async () => {
    const { purchaseId } = await startPurchase(visitor, { productId: 'lote' });
    const purchase = await readPurchase(visitor, purchaseId);

    expect(purchase).toMatchObject({
      paymentStatus: 'PENDING',
      productDetails: { downloadUrl: null },
      failureReason: null,
    });
    for (const answer of [await license(purchaseId), await download(purchaseId)]) {
      expect(answer.status).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'not_completed' });
    }
    const page = await visitor.get(`/purchase/success/${purchaseId}`);
    expect(page.text).not.toContain('/api/payments/download');
    expect(page.text).not.toMatch(/CF-[A-Z2-9]{4}-/);
    const resend = await visitor.post(`/api/payments/resend-email/${purchaseId}`, { email: BUYER.customerEmail });
    expect(resend.status).toBe(409);
  });
});

describe('the server sets the price', () => {
  test('whatever the browser claims', async () => {
    const claims = { productId: 'lote', discountAmount: '49,00', totalAmount: 0.01 };
    const created = (await order(visitor, { ...claims, couponCode: '' })).json<PaymentCreated>();
    expect(created.amount).toBe('R$ 49,90');
  });

  test('and never sells under R$ 0,50', async () => {
    await store.database().updateTable('products').set({ priceCents: 0 }).where('id', '=', 'letra-viva').execute();
    expect((await startPurchase(visitor, { productId: 'letra-viva' })).amount).toBe('R$ 0,50');
  });
});

describe('an order that is not in order', () => {
  test.each([
    [{ customerName: 'Jo' }, 422, { fields: { customerName: 'Nome completo deve ter pelo menos 3 caracteres' } }],
    [{ customerEmail: 'ana' }, 422, { fields: { customerEmail: 'Email inválido' } }],
    [{ paymentMethod: 'cartao' }, 422, { fields: { paymentMethod: 'Método de pagamento inválido' } }],
    [{ productId: 'nada' }, 404, { message: 'Produto não encontrado.' }],
    [{ productId: 'pele-natural' }, 404, { message: 'Produto não encontrado.' }],
    [{ couponCode: 'FESTIVAL15' }, 409, { code: 'coupon_invalid', message: 'Este cupom expirou.' }],
  ])('%j is refused with %i and changes nothing', async (change, expected, body) => {
    const count = () =>
      store
        .database()
        .selectFrom('purchases')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    const answer = await order(visitor, { productId: 'lote', ...change });
    expect(answer.status).toBe(expected);
    expect(answer.json()).toMatchObject(body);
    expect(await count()).toEqual(before);
  });
});

describe('a request that is repeated with its key', () => {
  test('gives the same purchase again', async () => {
    const first = await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-1' });
    const second = await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-1' });
    expect(second.json<PaymentCreated>().purchaseId).toBe(first.json<PaymentCreated>().purchaseId);
  });

  test('gives one purchase and one coupon use when twenty come at once', async () => {
    const before = await usesOf('EDITA10');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        order(visitor, { productId: 'lote', couponCode: 'EDITA10' }, { 'idempotency-key': 'compra-2' }),
      ),
    );
    const ids = new Set(answers.map((answer) => answer.json<PaymentCreated>().purchaseId));
    expect([...ids]).toHaveLength(1);
    expect(await usesOf('EDITA10')).toBe(before + 1);
  });

  test('but another order is refused', async () => {
    await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-3' });
    const other = await order(visitor, { productId: 'onda-audio' }, { 'idempotency-key': 'compra-3' });
    expect(other.status).toBe(422);
    expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('a purchase that was paid', () => {
  test('holds key, download and receipt, and its coupon is used', async () => {
    const before = await usesOf('EDITA10');
    const purchase = await buy(visitor, { productId: 'grade-cinema', couponCode: 'EDITA10' });

    expect(purchase).toMatchObject({ paymentStatus: 'COMPLETED', couponCode: 'EDITA10', totalAmount: 'R$ 170,91' });
    expect(purchase.productDetails.downloadUrl).toBe(`/api/payments/download/${purchase.id}`);
    expect(await usesOf('EDITA10')).toBe(before + 1);
    const { activationKey } = (await license(purchase.id)).json<LicenseAnswer>();
    expect(activationKey).toMatch(/^CF-/);
    expect(await status(purchase.transactionId)).toBe('approved');

    const file = await download(purchase.id);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(file.text.startsWith('PK')).toBe(true);
    const receipt = (await store.waitForMail(1)).find((mail) => mail.text?.includes(activationKey ?? ''));
    expect(receipt?.to?.[0]?.address).toBe(BUYER.customerEmail);
    expect(receipt?.text).toContain(`${store.url}/purchase/success/${purchase.id}`);
  });

  test('tells the plugin that its key is good', async () => {
    const purchase = await buy(visitor, { productId: 'onda-audio' });
    const { activationKey } = (await license(purchase.id)).json<LicenseAnswer>();
    const validate = async (body: object) =>
      (await visitor.post('/api/licenses/validate', body)).json<LicenseValidation>();

    expect(await validate({ key: activationKey, productId: 'onda-audio' })).toMatchObject({
      valid: true,
      product: { id: 'onda-audio' },
    });
    expect(await validate({ key: activationKey, productId: 'lote' })).toEqual({ valid: false, code: 'other_product' });
    expect(await validate({ key: 'CF-NADA' })).toEqual({ valid: false, code: 'unknown' });
    const unsold = await store
      .database()
      .selectFrom('activationKeys')
      .select('key')
      .where('purchaseId', 'is', null)
      .executeTakeFirstOrThrow();
    expect(await validate({ key: unsold.key })).toEqual({ valid: false, code: 'unsold' });
  });

  test('needs no key when its product needs none', async () => {
    const purchase = await buy(visitor, { productId: 'grao-16' });
    expect((await license(purchase.id)).json()).toEqual({
      activationKey: null,
      message: 'Este produto não precisa de chave de ativação.',
    });
  });

  test('counts a download once, and neither a look at its head nor a later part', async () => {
    const { id } = await buy(visitor, { productId: 'lote' });
    const count = async () =>
      (
        await store
          .database()
          .selectFrom('purchases')
          .select('downloadCount')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).downloadCount;

    const whole = await download(id);
    const head = await visitor.fetch(`/api/payments/download/${id}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    const later = await download(id, { range: 'bytes=10-19' });
    expect(later.status).toBe(206);
    expect(later.headers.get('content-range')).toMatch(/^bytes 10-19\/\d+$/);
    expect(await count()).toBe(1);
    const start = await download(id, { range: 'bytes=0-9' });
    expect(start.status).toBe(206);
    expect(await count()).toBe(2);
    expect((await download(id, { range: 'bytes=999999-' })).status).toBe(416);
  });

  test('has its receipt sent again twice an hour, to its own address alone', async () => {
    const { id } = await buy(visitor, { productId: 'lote', customerEmail: 'reenvio@exemplo.com.br' });
    const resend = (email: string) => visitor.post(`/api/payments/resend-email/${id}`, { email, customerName: 'Ana' });

    expect((await resend('outra@exemplo.com.br')).status).toBe(403);
    expect((await resend('REENVIO@exemplo.com.br ')).json()).toMatchObject({ success: true });
    expect((await resend('reenvio@exemplo.com.br')).status).toBe(200);
    const third = await resend('reenvio@exemplo.com.br');
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('3600');
    expect((await resend('nada')).json()).toMatchObject({ fields: { email: 'Email inválido' } });
  });
});

describe('a product whose keys are out', () => {
  test('is sold all the same, and the buyer reads that the key is on its way', async () => {
    await store
      .database()
      .deleteFrom('activationKeys')
      .where('productId', '=', 'transita')
      .where('purchaseId', 'is', null)
      .execute();
    const purchase = await buy(visitor, { productId: 'transita', customerEmail: 'espera@exemplo.com.br' });

    const answer = (await license(purchase.id)).json<LicenseAnswer>();
    expect(answer.activationKey).toBeNull();
    expect(answer.message).toContain('Sua chave está a caminho');
    const row = await store
      .database()
      .selectFrom('purchases')
      .select('keyWaitingSince')
      .where('id', '=', purchase.id)
      .executeTakeFirstOrThrow();
    expect(row.keyWaitingSince).not.toBeNull();
  });
});

describe('a payment that does not come', () => {
  test('is refused by the bank: the purchase failed, the coupon is free, no key was given', async () => {
    const before = await usesOf('BEMVINDO20');
    const created = await startPurchase(visitor, { productId: 'lote', couponCode: 'BEMVINDO20' });
    expect(await usesOf('BEMVINDO20')).toBe(before + 1);
    await atTheBank(visitor, created.transactionId, 'reject');

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'FAILED',
      failureReason: 'rejected',
    });
    expect(await status(created.transactionId)).toBe('rejected');
    expect(await usesOf('BEMVINDO20')).toBe(before);
  });

  test('runs out after two hours, and frees the coupon once', async () => {
    const before = await usesOf('BEMVINDO20');
    const created = await startPurchase(visitor, { productId: 'lote', couponCode: 'BEMVINDO20' });
    await moveBack(created.purchaseId, 2 * 60 + 1);

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'FAILED',
      failureReason: 'expired',
    });
    expect(await status(created.transactionId)).toBe('cancelled');
    await Promise.all(Array.from({ length: 10 }, () => status(created.transactionId)));
    expect(await usesOf('BEMVINDO20')).toBe(before);
  });

  test('and comes late all the same is honoured at the amount paid, outside of the coupon’s count', async () => {
    const before = await usesOf('BEMVINDO20');
    const created = await startPurchase(visitor, { productId: 'lote', couponCode: 'BEMVINDO20' });
    await atTheBank(visitor, created.transactionId, 'expire');
    await waitForStatus(visitor, created.purchaseId, 'FAILED');
    await atTheBank(visitor, created.transactionId, 'pay');

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'COMPLETED',
      totalAmount: 'R$ 29,90',
    });
    expect((await license(created.purchaseId)).json<LicenseAnswer>().activationKey).toMatch(/^CF-/);
    expect(await usesOf('BEMVINDO20')).toBe(before);
    const redemption = await store
      .database()
      .selectFrom('redemptions')
      .select('state')
      .where('purchaseId', '=', created.purchaseId)
      .executeTakeFirstOrThrow();
    expect(redemption.state).toBe('LATE');
  });

  test('is closed by the store itself, though nobody looks', async () => {
    const created = await startPurchase(visitor, { productId: 'lote' });
    await moveBack(created.purchaseId, 2 * 60 + 1);
    const closed = async () =>
      (
        await store
          .database()
          .selectFrom('purchases')
          .select('status')
          .where('id', '=', created.purchaseId)
          .executeTakeFirstOrThrow()
      ).status;
    await expect.poll(closed, { timeout: 15_000 }).toBe('FAILED');
  });
});

describe('what the bank says', () => {
  const bankSays = (transactionId: string, change: object) =>
    store
      .database()
      .updateTable('sandboxCharges')
      .set(change)
      .where('reference', '=', ({ selectFrom }) =>
        selectFrom('purchases').select('providerReference').where('transactionId', '=', transactionId),
      )
      .execute();

  test('is believed when less than the price came: held for review, no key, and the two hours do not touch it', async () => {
    const created = await startPurchase(visitor, { productId: 'lote' });
    await bankSays(created.transactionId, { amountCents: 100, state: 'paid', paidAt: new Date().toISOString() });
    expect(await status(created.transactionId)).toBe('pending');
    await moveBack(created.purchaseId, 3 * 60);

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'PENDING',
      review: 'short_payment',
    });
    expect((await license(created.purchaseId)).status).toBe(409);
  });

  test('is final once the money went back: key revoked, coupon free, commission reversed', async () => {
    const before = await usesOf('MARINA10');
    const purchase = await buy(visitor, { productId: 'grade-cinema', couponCode: 'MARINA10' });
    const { activationKey } = (await license(purchase.id)).json<LicenseAnswer>();
    const sale = () =>
      store
        .database()
        .selectFrom('affiliateSales')
        .selectAll()
        .where('purchaseId', '=', purchase.id)
        .executeTakeFirstOrThrow();
    expect(await sale()).toMatchObject({ amountCents: 17_091, commissionCents: 3_418, status: 'pending' });

    await bankSays(purchase.transactionId, { state: 'refunded' });
    await store
      .database()
      .updateTable('purchases')
      .set({ nextCheckAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', purchase.id)
      .execute();
    await waitForStatus(visitor, purchase.id, 'REFUNDED', 15_000);
    await bankSays(purchase.transactionId, { state: 'paid' });
    await atTheBank(visitor, purchase.transactionId, 'pay');

    expect(await readPurchase(visitor, purchase.id)).toMatchObject({
      paymentStatus: 'REFUNDED',
      productDetails: { downloadUrl: null },
    });
    expect((await license(purchase.id)).status).toBe(410);
    expect((await download(purchase.id)).status).toBe(410);
    expect((await visitor.post('/api/licenses/validate', { key: activationKey })).json()).toEqual({
      valid: false,
      code: 'refunded',
    });
    expect(await sale()).toMatchObject({ status: 'reversed' });
    expect(await usesOf('MARINA10')).toBe(before);
    expect(await status(purchase.transactionId)).toBe('refunded');
  });
});

test('what is unknown is not found, whatever is asked of it', async () => {
  const id = '0'.repeat(32);
  for (const path of ['purchase', 'license', 'download', 'status'].map((call) => `/api/payments/${call}/${id}`)) {
    expect((await visitor.get(path)).status, path).toBe(404);
  }
  expect((await visitor.post(`/api/sandbox/pix/${id}/pay`)).status).toBe(404);
  expect((await visitor.post(`/api/payments/resend-email/${id}`, { email: 'a@b.co' })).status).toBe(404);
  expect((await visitor.get(`/purchase/success/${id}`)).status).toBe(404);
});

test('a page that listens hears of the payment as it happens', async () => {
  const created = await startPurchase(visitor, { productId: 'lote' });
  const stream = await visitor.fetch(`/api/payments/purchase/${created.purchaseId}/events`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listening = (async () => {
    while (!heard.includes('"COMPLETED"')) heard += (await reader?.read())?.value ?? '';
  })();
  await atTheBank(visitor, created.transactionId, 'pay');
  await listening;
  await reader?.cancel();
  expect(heard).toMatch(/event: purchase\ndata: \{.*"paymentStatus":"COMPLETED"/);
});

async function moveBack(purchaseId: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000);
  const expiresAt = new Date(at.getTime() + 2 * 60 * 60_000).toISOString();
  await store
    .database()
    .updateTable('purchases')
    .set({ createdAt: at.toISOString(), expiresAt, nextCheckAt: expiresAt })
    .where('id', '=', purchaseId)
    .execute();
}
