import { describe, expect, test } from 'vitest';
import type { Commission, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { AFFILIATES, COMMISSIONS, commissionOf, handleAffiliates } from '../../support/purchases/affiliates.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { giveBack } from '../../support/purchases/purchases.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { booksOf, couponOf, find, makeAffiliate, commissionsOf } = handleAffiliates(() => ({ store, owner }));

describe('a commission', () => {
  test('is exact to the centavo of the amount paid, and starts unpaid', async () => {
    const made = await makeAffiliate({ commissionRate: 10 });
    const { id } = await buy(visitor, {
      productId: 'grade-cinema',
      couponCode: made.couponCode,
      customerName: 'Bia Nunes',
    });
    // R$ 189,90 less 10 % is R$ 170,91; a tenth of it is R$ 17,091.
    const [sale] = await commissionsOf(made.id);
    expect(sale).toMatchObject({
      affiliateId: made.id,
      affiliateName: made.name,
      customerName: 'Bia Nunes',
      amount: 170.91,
      commission: 17.09,
      couponCode: made.couponCode,
      status: 'pending',
      purchaseId: id,
    });
    expect(await find(made.id)).toMatchObject({ totalSales: 1, totalCommission: 17.09, pendingCommission: 17.09 });
  });

  test('is rounded half up', async () => {
    const made = await makeAffiliate({ commissionRate: 12.5 });
    const coupon = await couponOf(made);
    await owner.put(`/api/admin/coupons/${coupon.id}`, { discount: 1 });
    await setPrice('lote', 10_180);
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    // R$ 101,80 less R$ 1,02 is R$ 100,78; 12,5 % of it is R$ 12,5975.
    await setPrice('lote', 10_105);
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    // R$ 101,05 less R$ 1,01 is R$ 100,04; 12,5 % of it is R$ 12,505: half a centavo goes up.
    expect((await commissionsOf(made.id)).map(({ amount, commission }) => [amount, commission])).toEqual([
      [100.04, 12.51],
      [100.78, 12.6],
    ]);
    expect(await find(made.id)).toMatchObject({ totalSales: 2, totalCommission: 25.11 });
  });

  test('keeps the rate of the time of sale', async () => {
    const made = await makeAffiliate({ commissionRate: 10 });
    await buy(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    await owner.put(`${AFFILIATES}/${made.id}`, { commissionRate: 50 });
    expect((await commissionsOf(made.id)).map(({ commission }) => commission)).toEqual([17.09]);
  });

  test('is marked as paid once, and never for a refunded sale', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const { id: refundedId } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const [refunded, sale] = await commissionsOf(made.id);
    const early = await owner.post(`${COMMISSIONS}/${sale?.id}/pay`);
    expect([early.status, early.json()]).toMatchObject([409, { code: 'on_hold' }]);
    const response = await owner.post(`${COMMISSIONS}/${sale?.id}/pay?force=true`);
    expectStatus(response, 200);
    expect(response.json()).toEqual({ ...sale, status: 'paid', paidAt: expect.any(String) });
    const again = await owner.post(`${COMMISSIONS}/${sale?.id}/pay`);
    expect([again.status, again.json()]).toEqual([
      409,
      { code: 'already_paid', message: 'Esta comissão já está marcada como paga.' },
    ]);

    await giveBack(owner, refundedId);
    const late = await owner.post(`${COMMISSIONS}/${refunded?.id}/pay`);
    expect([late.status, late.json()]).toEqual([
      409,
      { code: 'reversed', message: 'Esta venda foi estornada: não há comissão a pagar.' },
    ]);
    expectStatus(await owner.post(`${COMMISSIONS}/nada/pay`), 404);
    expect(await find(made.id)).toMatchObject({ totalSales: 1, pendingCommission: 0 });
    const trail = store
      .database()
      .selectFrom('audit')
      .select('entityId')
      .where('action', '=', 'affiliate_sale.pay_early');
    expect((await trail.execute()).filter(({ entityId }) => entityId === sale?.id)).toHaveLength(1);
  });
});

describe('affiliate sales', () => {
  test('are listed without refunds as an array, for one affiliate or all', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const { id } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    await giveBack(owner, id);
    expect((await commissionsOf(made.id)).map(({ status }) => status)).toEqual(['pending']);
    const all = await commissionsOf('all');
    expect(all).toHaveLength((await booksOf()).filter(({ status }) => status !== 'reversed').length);
    expect(all.map(({ date }) => date)).toEqual(
      all
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expectStatus(await owner.get(`${COMMISSIONS}/nada`), 404);
  });

  test('are paged with refunds, by status, affiliate and search', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode, customerName: 'Zélia Última' });
    const { id } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    await giveBack(owner, id);
    const read = async (query: string) => (await owner.get(`${COMMISSIONS}/${query}`)).json<Page<Commission>>();
    expect(await read(`${made.id}?page=1`)).toMatchObject({
      total: 2,
      items: [{ status: 'reversed' }, { status: 'pending' }],
    });
    expect(await read(`all?affiliate=${made.id}&status=reversed`)).toMatchObject({
      total: 1,
      items: [{ purchaseId: id }],
    });
    expect(await read('all?q=zelia')).toMatchObject({ total: 1, items: [{ customerName: 'Zélia Última' }] });
    const books = await booksOf();
    for (const status of ['pending', 'paid', 'reversed']) {
      expect((await read(`all?status=${status}`)).total).toBe(books.filter((sale) => sale.status === status).length);
    }
    expect((await read('all?page=2&pageSize=3')).items.map((sale) => sale.id)).toEqual(
      (await read('all?pageSize=6')).items.slice(3).map((sale) => sale.id),
    );
  });

  test('are summed up as owed, paid and reversed', async () => {
    const books = await booksOf();
    const summary = (await owner.get(`${COMMISSIONS}/all/summary`)).json<CommissionSummary>();
    for (const state of ['pending', 'paid', 'reversed'] as const) {
      const sales = books.filter(({ status }) => status === state);
      expect(summary[state].sales).toBe(sales.length);
      expect(Math.round(summary[state].commission * 100)).toBe(commissionOf(sales));
    }
    const made = await makeAffiliate();
    const own = (await owner.get(`${COMMISSIONS}/${made.id}/summary`)).json<CommissionSummary>();
    expect(own.pending).toEqual({ sales: 0, commission: 0 });
    expect(own.affiliates).toContainEqual({ id: made.id, name: made.name, isClosed: false });
  });
});

async function setPrice(productId: string, priceCents: number): Promise<void> {
  await store.database().updateTable('products').set({ priceCents }).where('id', '=', productId).execute();
}
