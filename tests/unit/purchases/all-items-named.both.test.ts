import { beforeAll, expect, test } from 'vitest';
import { listCommissionPage } from '#src/domain/affiliates/commission-list.ts';
import { recordChange } from '#src/domain/audit/audit.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { listFailedMailPage } from '#src/domain/mail/failed-mail.ts';
import type { ChargeRequest } from '#src/domain/payments/pix-provider.ts';
import { rebuildPurchase } from '#src/domain/payments/reconciling/rebuild-purchase.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { editProduct } from '#src/domain/products/products.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { exportSales } from '#src/domain/sales/sale-export.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { listWaitingWithdrawals } from '#src/domain/withdrawals/withdrawals.ts';
import { COMMISSION_LIST } from '#src/wire/affiliates/affiliates.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { FAILED_MAIL_LIST } from '#src/wire/mail/mail.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const BOTH = 'Grade Cinema e Curva Motion';
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
const NOTHING_ASKED = new URLSearchParams();

const opened = openShopForFile();
let id: string;

/** Paid with an affiliate's coupon, given up by its buyer, and with a mail that did not leave. */
beforeAll(async () => {
  const { shop } = opened;
  const { code } = await shop.db
    .selectFrom('coupons')
    .select('code')
    .where('type', '=', 'AFFILIATE')
    .where('isActive', '=', 1)
    .executeTakeFirstOrThrow();
  id = await buyBoth({ couponCode: code });
  await shop.db.updateTable('purchases').set({ review: 'dispute' }).where('id', '=', id).execute();
  await withdraw(shop, id, { email: BUYER.customerEmail });
});

test('the lists of the owner name all that was bought', async () => {
  const { shop } = opened;
  await shop.db.updateTable('outbox').set({ state: 'given_up', lastError: 'x' }).where('purchaseId', '=', id).execute();
  await recordChange(shop.db, shop, { id: 'owner' }, { action: 'purchase.verify', entityId: id });
  const commissions = await listCommissionPage(shop, 'all', readListRequest(NOTHING_ASKED, COMMISSION_LIST));
  const failed = await listFailedMailPage(shop, readListRequest(NOTHING_ASKED, FAILED_MAIL_LIST));
  const audit = await listAuditPage(shop, readListRequest(NOTHING_ASKED, AUDIT_LIST));
  const { items: withdrawals } = await listWaitingWithdrawals(shop);
  const { recentOrders } = await showDashboard(shop);
  const commission = commissions.items.find(({ purchaseId }) => purchaseId === id);

  expect(commission?.product).toBe(BOTH);
  expect(failed.items.find(({ purchaseId }) => purchaseId === id)?.product).toBe(BOTH);
  expect(audit.items.find(({ entityId }) => entityId === id)?.subject).toEqual({
    kind: 'purchase',
    name: BOTH,
    reference: id,
  });
  expect(withdrawals.find(({ purchaseId }) => purchaseId === id)?.product).toBe(BOTH);
  expect(recentOrders.find((order) => order.id === id)?.product).toBe(BOTH);
  const { items } = await showAttention(shop, 'owner');
  expect(items.find((item) => item.id === `review:${id}`)?.detail).toContain(`Ana Conceição, ${BOTH}`);
  const { batches } = await exportSales(shop, { id: 'owner' }, readListRequest(NOTHING_ASKED, SALE_LIST), [id]);
  for await (const [row] of batches) expect(row).toContain(BOTH);
});

test('mail about a withdrawal and a refund names all that was bought', async () => {
  const { shop } = opened;
  const [received] = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('purchaseId', '=', id)
    .where('kind', '=', 'withdrawal_received')
    .execute();
  if (!received) throw new Error('No mail was queued.');
  expect(await MAIL_HANDLERS[received.kind].write(shop, received)).toMatchObject({ productName: BOTH });
  await shop.db
    .updateTable('purchases')
    .set({ status: 'REFUNDED', refundedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  expect(await MAIL_HANDLERS.refunded.write(shop, { ...received, kind: 'refunded' })).toMatchObject({
    productName: BOTH,
  });
});

test('the report by product gives each product its own part, and the funnel counts the order once', async () => {
  const { shop } = opened;
  const read = async () => {
    const { rows, funnel } = await showOrigins(shop, { from: null, to: null }, 'product');
    const of = (key: string) => rows.find((row) => row.key === key) ?? { charges: 0, paid: 0, revenue: 0 };
    const figures = ['grade-cinema', 'curva-motion']
      .map(of)
      .map(({ charges, paid, revenue }) => [charges, paid, revenue]);
    return { figures: figures.flat(), funnel: [funnel.charges, funnel.paid] };
  };
  const before = await read();
  await buyBoth();
  const after = await read();
  const added = after.figures.map((figure, at) => Math.round((figure - (before.figures[at] ?? 0)) * 100) / 100);
  expect(added).toEqual([1, 1, 189.9, 1, 1, 99.9]);
  expect(after.funnel).toEqual(before.funnel.map((figure) => figure + 1));
});

test('each item keeps the terms of its own product, as they were at the sale', async () => {
  const { shop } = opened;
  const owner = { id: 'owner' };
  await editProduct(shop, owner, 'curva-motion', { licenseTerms: 'Licença de um ano' });
  const bought = await buyBoth();
  await editProduct(shop, owner, 'curva-motion', { licenseTerms: 'Licença de dois anos' });
  expect((await showPurchase(shop, bought)).items).toMatchObject([
    { licenseTerms: 'Licença vitalícia', termsVersion: 1 },
    { licenseTerms: 'Licença de um ano', termsVersion: 2 },
  ]);
});

test('the bank is told of both, so that no restore rebuilds the sale of one alone', async () => {
  const { shop, sandbox } = opened;
  const asked: ChargeRequest[] = [];
  const pix = {
    ...sandbox,
    createCharge(request: ChargeRequest, deadline: Date) {
      asked.push(request);
      return sandbox.createCharge(request, deadline);
    },
  };
  await startPayment(opened.with({ pix }), order(), { idempotencyKey: null, clientNetwork: '' });
  expect(asked[0]?.description).toBe(BOTH);

  const count = async () => (await shop.db.selectFrom('purchases').select('id').execute()).length;
  const before = await count();
  const arrivedAt = new Date().toISOString();
  const payment = (description: string, reference: string) => ({
    reference,
    providerChargeId: reference,
    state: 'paid' as const,
    paidCents: 28_980,
    facts: { arrivedAt, payer: { name: BUYER.customerName, email: BUYER.customerEmail }, description },
  });
  const backupAt = new Date(0).toISOString();
  await rebuildPurchase(shop, shop.pix, payment(BOTH, 'a'.repeat(32)), backupAt);
  expect(await count()).toBe(before);
  await rebuildPurchase(shop, shop.pix, payment('Grade Cinema', 'b'.repeat(32)), backupAt);
  expect(await count()).toBe(before + 1);
});

function order(more: { couponCode?: string } = {}) {
  return { ...BUYER, productId: 'grade-cinema', furtherProductIds: ['curva-motion'], ...more };
}

async function buyBoth(more: { couponCode?: string } = {}): Promise<string> {
  const made = await startPayment(opened.shop, order(more), { idempotencyKey: null, clientNetwork: '' });
  await simulatePayment(opened.shop, made.transactionId, 'pay');
  return made.purchaseId;
}
