import { describe, expect, test } from 'vitest';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import type { DashboardStats } from '#src/wire/reports/dashboard.ts';
import type { Sale, SaleDetails } from '#src/wire/sales/sales.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import type { ApiResponse } from '../../support/calls/client.ts';
import { buy, expectStatus, order, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { bankSays, buyWithoutKeys, purchaseRow } from '../../support/purchases/purchases.ts';
import { readSales } from '../../support/purchases/sales.ts';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { download, license, status, usesOf } = readSales(() => ({ store, visitor }));

const refund = (id: string, client = owner) => client.post(`/api/admin/purchases/${id}/refund`);
const showSale = async (id: string) =>
  expectStatus(await owner.get(`/api/admin/purchases/${id}`), 200).json<SaleDetails>();
const eventsOf = (sale: SaleDetails) => sale.timeline.map(({ event }) => event);

describe('a refund', () => {
  test('returns the money and reverses key, commission and coupon use', async () => {
    const coupon = await affiliateCoupon();
    const usesBefore = await usesOf(coupon);
    const { id, transactionId } = await buy(visitor, { productId: 'grade-cinema', couponCode: coupon });
    expect(await usesOf(coupon)).toBe(usesBefore + 1);
    const { activationKey } = (await license(id)).json<LicenseResponse>();

    const sale = expectStatus(await refund(id), 200).json<SaleDetails>();

    expect(sale).toMatchObject({ id, paymentStatus: 'REFUNDED', label: 'Reembolsado', refundPending: false });
    expect(sale).toMatchObject({ key: { state: 'revoked' }, couponUse: 'FREED', commission: { status: 'reversed' } });
    expect(sale.commission?.wasPaid).toBe(false);
    expect(eventsOf(sale)).toEqual(
      expect.arrayContaining(['refund_requested', 'refunded', 'key_revoked', 'commission_reversed', 'coupon_freed']),
    );
    expect(await atTheSandbox(id)).toBe('refunded');
    expect(await usesOf(coupon)).toBe(usesBefore);
    expect(await status(transactionId)).toBe('refunded');
    expect((await license(id)).status).toBe(410);
    expect((await download(id)).status).toBe(410);
    const validation = await visitor.post('/api/licenses/validate', { key: activationKey });
    expect(validation.json()).toEqual({ valid: false, code: 'refunded' });
  });

  test('requested fifty times at once happens once', async () => {
    const coupon = await affiliateCoupon();
    const { id } = await buy(visitor, { productId: 'onda-audio', couponCode: coupon });
    const uses = await usesOf(coupon);

    const responses = await Promise.all(Array.from({ length: 50 }, () => refund(id)));

    const counts = Object.groupBy(responses, ({ status: code }) => String(code));
    expect(Object.keys(counts).every((code) => ['200', '202', '409'].includes(code))).toBe(true);
    expect(counts['200']?.length).toBeGreaterThanOrEqual(1);
    expect(await usesOf(coupon)).toBe(uses - 1);
    const sale = await showSale(id);
    expect(eventsOf(sale).filter((event) => event === 'refund_requested')).toHaveLength(1);
    expect(eventsOf(sale).filter((event) => event === 'refunded')).toHaveLength(1);
    expect(await auditOf(id, 'purchase.refund')).toHaveLength(1);
    expect((await refund(id)).json()).toMatchObject({ code: 'already_refunded' });
  });

  test('requires a paid purchase, and a rejected one changes nothing', async () => {
    const { purchaseId: id } = await startPurchase(visitor, { productId: 'lote' });
    const before = await purchaseRow(store, id);
    const response = await refund(id);
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({ code: 'not_completed' });
    const { lastCheckAt: _, nextCheckAt: __, checkCount: ___, ...after } = await purchaseRow(store, id);
    expect(before).toMatchObject(after);
    expect(await auditOf(id, 'purchase.refund')).toEqual([]);
    expect((await refund('0'.repeat(32))).status).toBe(404);
  });

  test('of a short payment goes through the bank, unless the owner accepts the amount', async () => {
    const short = async () => {
      const { purchaseId, transactionId } = await startPurchase(visitor, { productId: 'lote' });
      await bankSays(store, purchaseId, { state: 'paid', amountCents: 100, paidAt: new Date().toISOString() });
      await visitor.get(`/api/payments/status/${transactionId}`);
      return purchaseId;
    };
    expect((await refund(await short())).json()).toMatchObject({ label: 'Falha', review: null });
    const id = await short();
    const path = `/api/admin/purchases/${id}`;
    expect((await owner.post(`${path}/resolve`, { outcome: 'returned', reason: ' ' })).status).toBe(422);
    expect((await visitor.post(`${path}/accept`)).status).toBe(401);
    const accepted = await owner.post(`${path}/accept`);
    expect(accepted.json()).toMatchObject({ label: 'Completado', review: null, keptAmount: 'R$ 1,00' });
    expect((await owner.post(`${path}/accept`)).json()).toMatchObject({ code: 'not_short' });
    expect(await auditOf(id, 'purchase.accept')).toHaveLength(1);
  });

  test('of a short payment made at the bank closes the purchase', async () => {
    const { purchaseId, transactionId } = await startPurchase(visitor, { productId: 'lote', couponCode: 'EDITA10' });
    const uses = await usesOf('EDITA10');
    await bankSays(store, purchaseId, { state: 'paid', amountCents: 100, paidAt: new Date().toISOString() });
    await visitor.get(`/api/payments/status/${transactionId}`);
    expect(await showSale(purchaseId)).toMatchObject({ review: 'short_payment', paidAmount: 'R$ 1,00' });

    await bankSays(store, purchaseId, { state: 'refunded' });
    const verified = await owner.post(`/api/admin/purchases/${purchaseId}/verify`);

    expect(verified.json()).toMatchObject({ bankAnswer: 'refunded', label: 'Falha', review: null });
    expect(await usesOf('EDITA10')).toBe(uses - 1);
  });

  test('requires an administrator', async () => {
    const { id } = await buy(visitor, { productId: 'lote' });
    expect((await refund(id, visitor)).status).toBe(401);
    const foreign = await owner.post(`/api/admin/purchases/${id}/refund`, undefined, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    expect((await readPurchase(visitor, id)).paymentStatus).toBe('COMPLETED');
  });

  test('ends the wait for a key, and the next keys go to others', async () => {
    const id = await buyWithoutKeys(store, visitor, 'transita');
    expect(expectStatus(await refund(id), 200).json<SaleDetails>()).toMatchObject({ isWaitingForKey: false });
    const added = await owner.post('/api/admin/activation-keys/bulk', { productId: 'transita', keys: 'CF-NOVA-1' });
    expect(added.json()).toMatchObject({ delivered: 0 });
  });

  test('works for an old sale and shows an already paid commission', async () => {
    const { purchaseId } = await store
      .database()
      .selectFrom('affiliateSales')
      .select('purchaseId')
      .where('status', '=', 'paid')
      .executeTakeFirstOrThrow();
    const sale = expectStatus(await refund(purchaseId), 200).json<SaleDetails>();
    expect(sale).toMatchObject({ label: 'Reembolsado', commission: { status: 'reversed', wasPaid: true } });
    expect(sale.timeline.find(({ event }) => event === 'commission_reversed')?.detail).toBe('paid');
  });

  test('keeps the books balanced to the centavo', async () => {
    const stats = async () => (await owner.get('/api/admin/dashboard-stats')).json<DashboardStats>();
    const buyer = { customerName: 'Bento Livro', customerEmail: 'bento.livro@exemplo.com.br' };
    const before = await stats();
    const kept = await buy(visitor, { ...buyer, productId: 'lote' });
    const returned = await buy(visitor, { ...buyer, productId: 'grade-cinema' });
    expectStatus(await refund(returned.id), 200);

    const after = await stats();
    const cents = (reais: number) => Math.round(reais * 100);
    expect(cents(after.totalSales) - cents(before.totalSales)).toBe(4_990);
    expect(after.totalProductsSold).toBe(before.totalProductsSold + 1);
    const { customerId } = await purchaseRow(store, kept.id);
    const customer = await store
      .database()
      .selectFrom('customers')
      .select(['saleCount', 'totalSpentCents'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    expect(customer).toEqual({ saleCount: 1, totalSpentCents: 4_990 });
    const sales = (await owner.get('/api/admin/purchases')).json<Sale[]>();
    const sold = sales.filter(({ paymentStatus }) => paymentStatus === 'COMPLETED');
    expect(sold).toHaveLength(after.totalProductsSold);
    const owed = await store
      .database()
      .selectFrom('affiliateSales')
      .innerJoin('purchases', 'purchases.id', 'affiliateSales.purchaseId')
      .select('affiliateSales.id')
      .where((row) =>
        row.or([
          row.and([row('purchases.status', '=', 'REFUNDED'), row('affiliateSales.status', '!=', 'reversed')]),
          row.and([row('purchases.status', '=', 'COMPLETED'), row('affiliateSales.status', '=', 'reversed')]),
        ]),
      )
      .execute();
    expect(owed).toEqual([]);
  });
});

test('a coupon whose last use was freed works again', async () => {
  const at = new Date().toISOString();
  const coupon = { id: 'unico', code: 'UNICO', name: 'Único', description: '', type: 'PERCENT' } as const;
  const terms = { discountHundredths: 1_000, maxUses: 1, used: 0, isActive: 1, affiliateId: null } as const;
  const validity = { validFrom: '2020-01-01', validTo: '2099-12-31', createdAt: at, updatedAt: at };
  await store
    .database()
    .insertInto('coupons')
    .values({ ...coupon, ...terms, ...validity })
    .execute();
  const { id } = await buy(visitor, { productId: 'lote', couponCode: 'UNICO' });
  const again = (): Promise<ApiResponse> => order(visitor, { productId: 'lote', couponCode: 'UNICO' });
  expect((await again()).status).toBe(409);
  expectStatus(await refund(id), 200);
  expect((await again()).status).toBe(200);
});

async function affiliateCoupon(): Promise<string> {
  const { code } = await store
    .database()
    .selectFrom('coupons')
    .select('code')
    .where('type', '=', 'AFFILIATE')
    .where('isActive', '=', 1)
    .executeTakeFirstOrThrow();
  return code;
}

function auditOf(entityId: string, action: string) {
  return store
    .database()
    .selectFrom('audit')
    .selectAll()
    .where('entityId', '=', entityId)
    .where('action', '=', action)
    .execute();
}

async function atTheSandbox(id: string): Promise<string> {
  const { providerReference } = await purchaseRow(store, id);
  const charges = store.database().selectFrom('sandboxCharges').select('state');
  return (await charges.where('reference', '=', providerReference).executeTakeFirstOrThrow()).state;
}
