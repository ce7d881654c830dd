import { describe, expect, test } from 'vitest';
import type { LicenseValidation } from '#src/wire/licenses/licenses.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, BUYER, buy, startPurchase } from '../../support/purchases/buy.ts';
import { readSales } from '../../support/purchases/sales.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const { download, license, status, usesOf } = readSales(() => ({ store, visitor }));

describe('a paid purchase', () => {
  test('has key, download and receipt, and its coupon is used', async () => {
    const before = await usesOf('EDITA10');
    const purchase = await buy(visitor, { productId: 'grade-cinema', couponCode: 'EDITA10' });

    expect(purchase).toMatchObject({ paymentStatus: 'COMPLETED', couponCode: 'EDITA10', totalAmount: 'R$ 170,91' });
    expect(purchase).toMatchObject({ productDetails: { downloadUrl: `/api/payments/download/${purchase.id}` } });
    expect(await usesOf('EDITA10')).toBe(before + 1);
    const { activationKey } = (await license(purchase.id)).json<LicenseResponse>();
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

  test('validates its key for the plugin', async () => {
    const purchase = await buy(visitor, { productId: 'onda-audio' });
    const { activationKey } = (await license(purchase.id)).json<LicenseResponse>();
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
      .where('itemId', 'is', null)
      .executeTakeFirstOrThrow();
    expect(await validate({ key: unsold.key })).toEqual({ valid: false, code: 'unsold' });
  });

  test('has no key when its product needs none', async () => {
    const purchase = await buy(visitor, { productId: 'grao-16' });
    expect((await license(purchase.id)).json()).toEqual({
      activationKey: null,
      state: 'not_needed',
      message: 'Este produto não precisa de chave de ativação.',
    });
  });

  test('counts a download by any part of it once an hour, and neither HEAD nor a part beyond its end', async () => {
    const { id } = await buy(visitor, { productId: 'lote' });
    const items = () => store.database();
    const count = async () =>
      (await items().selectFrom('purchaseItems').select('downloadCount').where('id', '=', id).executeTakeFirstOrThrow())
        .downloadCount;
    const anHourLater = () =>
      items().updateTable('purchaseItems').set({ lastDownloadHour: '2026-01-01T00' }).where('id', '=', id).execute();

    const head = await visitor.fetch(`/api/payments/download/${id}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect((await download(id, { range: 'bytes=999999-' })).status).toBe(416);
    expect(await count()).toBe(0);
    const later = await download(id, { range: 'bytes=10-19' });
    expect(later.status).toBe(206);
    expect(later.headers.get('content-range')).toMatch(/^bytes 10-19\/\d+$/);
    expect(await count()).toBe(1);
    await anHourLater();
    const whole = await download(id);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(await count()).toBe(2);
  });

  test('has its receipt sent again twice an hour, only to its own address', async () => {
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

describe('a product without free keys', () => {
  test('is still sold, and the buyer reads that the key is on its way', async () => {
    await store
      .database()
      .deleteFrom('activationKeys')
      .where('productId', '=', 'transita')
      .where('itemId', 'is', null)
      .execute();
    const purchase = await buy(visitor, { productId: 'transita', customerEmail: 'espera@exemplo.com.br' });

    const response = (await license(purchase.id)).json<LicenseResponse>();
    expect(response.activationKey).toBeNull();
    expect(response.message).toContain('Sua chave está a caminho');
    const row = await store
      .database()
      .selectFrom('purchaseItems')
      .select('keyWaitingSince')
      .where('id', '=', purchase.id)
      .executeTakeFirstOrThrow();
    expect(response.waitsSince).toBe(row.keyWaitingSince);
    const dayMs = 24 * 60 * 60 * 1000;
    expect(Date.parse(response.askAfter ?? '') - Date.parse(response.waitsSince ?? '')).toBe(dayMs);
  });
});

test('unknown purchases return 404 on every route', async () => {
  const id = '0'.repeat(32);
  for (const path of ['purchase', 'license', 'download', 'status'].map((call) => `/api/payments/${call}/${id}`)) {
    expect((await visitor.get(path)).status, path).toBe(404);
  }
  expect((await visitor.post(`/api/sandbox/pix/${id}/pay`)).status).toBe(404);
  expect((await visitor.post(`/api/payments/resend-email/${id}`, { email: 'a@b.co' })).status).toBe(404);
  expect((await visitor.get(`/purchase/success/${id}`)).status).toBe(404);
});

test('the event stream of a page reports the payment at once', async () => {
  const created = await startPurchase(visitor, { productId: 'lote' });
  const stream = await visitor.fetch(`/api/payments/purchase/${created.purchaseId}/events`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listening = (async () => {
    while (!heard.includes('"COMPLETED"')) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`The stream ended after: ${heard}`);
      heard += part.value;
    }
  })();
  await actAtSandbox(visitor, created.transactionId, 'pay');
  await listening;
  await reader?.cancel();
  expect(heard).toMatch(/event: purchase\ndata: \{.*"paymentStatus":"COMPLETED"/);
});
