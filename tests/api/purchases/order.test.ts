import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from 'vitest';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { readQrCode } from '../../support/browser/qr-reader.ts';
import { BUYER, order, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { readSales } from '../../support/purchases/sales.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const { download, license, usesOf } = readSales(() => ({ store, visitor }));

describe('a started purchase', () => {
  test('has a valid BR Code of its amount, and a QR image with the same text', async () => {
    const created = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: 'edita10' });

    expect(created).toMatchObject({ success: true, amount: 'R$ 170,91' });
    expect(isValidPixPayload(created.pixCopyPaste)).toBe(true);
    expect(getPixPayloadInfo(created.pixCopyPaste)).toMatchObject({ amount: 170.91, merchantName: 'Corte Final' });
    expect(readQrCode(Buffer.from(created.qrCodeBase64, 'base64'))).toBe(created.pixCopyPaste);
    expect(Date.parse(created.expiresAt) - Date.now()).toBeGreaterThan(119 * 60_000);
  });

  test('has unguessable ids', async () => {
    const { purchaseId, transactionId } = await startPurchase(visitor);
    expect(purchaseId).toMatch(/^[0-9a-f]{32}$/);
    expect(transactionId).toMatch(/^[0-9a-f]{32}$/);
    expect(transactionId).not.toBe(purchaseId);
  });

  test('reveals neither key nor download before it is paid', async () => {
    const { purchaseId } = await startPurchase(visitor, { productId: 'lote' });
    const purchase = await readPurchase(visitor, purchaseId);

    expect(purchase).toMatchObject({
      paymentStatus: 'PENDING',
      productDetails: { downloadUrl: null },
      failureReason: null,
    });
    for (const response of [await license(purchaseId), await download(purchaseId)]) {
      expect(response.status).toBe(409);
      expect(response.json()).toMatchObject({ code: 'not_completed' });
    }
    const page = await visitor.get(`/purchase/success/${purchaseId}`);
    expect(page.text).not.toContain('/api/payments/download');
    expect(page.text).not.toMatch(/CF-[A-Z2-9]{4}-/);
    const resend = await visitor.post(`/api/payments/resend-email/${purchaseId}`, { email: BUYER.customerEmail });
    expect(resend.status).toBe(409);
  });
});

describe('the server sets the price', () => {
  test('whatever the client sends', async () => {
    const claims = { productId: 'lote', discountAmount: '49,00', totalAmount: 0.01 };
    const created = (await order(visitor, { ...claims, couponCode: '' })).json<PaymentCreated>();
    expect(created.amount).toBe('R$ 49,90');
  });

  test('and never below R$ 0,50', async () => {
    await store.database().updateTable('products').set({ priceCents: 55 }).where('id', '=', 'letra-viva').execute();
    const created = await startPurchase(visitor, { productId: 'letra-viva', couponCode: 'EDITA10' });
    expect(created.amount).toBe('R$ 0,50');
  });
});

describe('an invalid order', () => {
  test.each([
    [{ customerName: 'Jo' }, 422, { fields: { customerName: 'Nome completo deve ter pelo menos 3 caracteres' } }],
    [{ customerEmail: 'ana' }, 422, { fields: { customerEmail: 'Email inválido' } }],
    [{ paymentMethod: 'cartao' }, 422, { fields: { paymentMethod: 'Método de pagamento inválido' } }],
    [{ productId: 'nada' }, 404, { message: 'Produto não encontrado.' }],
    [{ productId: 'pele-natural' }, 404, { message: 'Produto não encontrado.' }],
    [{ couponCode: 'FESTIVAL15' }, 409, { code: 'coupon_invalid', message: 'Este cupom expirou.' }],
  ])('%j is rejected with %i and changes nothing', async (change, expected, body) => {
    const count = () =>
      store
        .database()
        .selectFrom('purchases')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    const response = await order(visitor, { productId: 'lote', ...change });
    expect(response.status).toBe(expected);
    expect(response.json()).toMatchObject(body);
    expect(await count()).toEqual(before);
  });
});

describe('a request repeated with its idempotency key', () => {
  test('returns the same purchase', async () => {
    const first = await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-1' });
    const second = await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-1' });
    expect(second.json<PaymentCreated>().purchaseId).toBe(first.json<PaymentCreated>().purchaseId);
  });

  test('makes one purchase and one coupon use when twenty arrive at once', async () => {
    const before = await usesOf('EDITA10');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        order(visitor, { productId: 'lote', couponCode: 'EDITA10' }, { 'idempotency-key': 'compra-2' }),
      ),
    );
    const ids = new Set(responses.map((response) => response.json<PaymentCreated>().purchaseId));
    expect([...ids]).toHaveLength(1);
    expect(await usesOf('EDITA10')).toBe(before + 1);
  });

  test('is rejected when the order differs', async () => {
    await order(visitor, { productId: 'lote' }, { 'idempotency-key': 'compra-3' });
    const other = await order(visitor, { productId: 'onda-audio' }, { 'idempotency-key': 'compra-3' });
    expect(other.status).toBe(422);
    expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' });
  });
});
