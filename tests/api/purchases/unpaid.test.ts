import { describe, expect, test } from 'vitest';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, buy, readPurchase, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';
import { readSales } from '../../support/purchases/sales.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const { download, license, moveBack, status, usesOf } = readSales(() => ({ store, visitor }));

describe('an unpaid purchase', () => {
  test('that the bank rejects fails, frees its coupon and gets no key', async () => {
    const before = await usesOf('BEMVINDO20');
    const created = await startPurchase(visitor, { productId: 'lote', couponCode: 'BEMVINDO20' });
    expect(await usesOf('BEMVINDO20')).toBe(before + 1);
    await actAtSandbox(visitor, created.transactionId, 'reject');

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'FAILED',
      failureReason: 'rejected',
    });
    expect(await status(created.transactionId)).toBe('rejected');
    expect(await usesOf('BEMVINDO20')).toBe(before);
  });

  test('expires after two hours and frees its coupon once', async () => {
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

  test('that is paid late is honored at the amount paid, without counting for the coupon', async () => {
    const before = await usesOf('BEMVINDO20');
    const created = await startPurchase(visitor, { productId: 'lote', couponCode: 'BEMVINDO20' });
    await actAtSandbox(visitor, created.transactionId, 'expire');
    await waitForStatus(visitor, created.purchaseId, 'FAILED');
    await actAtSandbox(visitor, created.transactionId, 'pay');

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({
      paymentStatus: 'COMPLETED',
      totalAmount: 'R$ 29,90',
    });
    expect((await license(created.purchaseId)).json<LicenseResponse>().activationKey).toMatch(/^CF-/);
    expect(await usesOf('BEMVINDO20')).toBe(before);
    const redemption = await store
      .database()
      .selectFrom('redemptions')
      .select('state')
      .where('purchaseId', '=', created.purchaseId)
      .executeTakeFirstOrThrow();
    expect(redemption.state).toBe('LATE');
  });

  test('is closed in the background', async () => {
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
    await expect.poll(closed).toBe('FAILED');
  });
});

describe('the bank’s state', () => {
  const bankSays = (transactionId: string, change: object) =>
    store
      .database()
      .updateTable('sandboxCharges')
      .set(change)
      .where('reference', '=', ({ selectFrom }) =>
        selectFrom('purchases').select('providerReference').where('transactionId', '=', transactionId),
      )
      .execute();

  test('of a short payment holds it for review, without key or expiry', async () => {
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

  test('of a refund is final: key revoked, coupon freed, commission reversed', async () => {
    const before = await usesOf('MARINA10');
    const purchase = await buy(visitor, { productId: 'grade-cinema', couponCode: 'MARINA10' });
    const { activationKey } = (await license(purchase.id)).json<LicenseResponse>();
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
    await waitForStatus(visitor, purchase.id, 'REFUNDED');
    await bankSays(purchase.transactionId, { state: 'paid' });
    await actAtSandbox(visitor, purchase.transactionId, 'pay');

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
