import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Affiliate, Commission, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Analytics } from '#src/wire/reports/analytics.ts';
import type { DashboardStats } from '#src/wire/reports/dashboard.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import {
  fillShelf,
  type KnownOrder,
  type Outcome,
  type Partner,
  paidCentsOf,
  placeOrders,
  type Shelf,
  totalCentsOf,
} from '../../support/purchases/order-outcomes.ts';
import { receiptSent } from '../../support/purchases/purchases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

/** The books balance: what the orders came to, reckoned from what was done, is what every screen says. Fifteen orders a round. */
const ROUNDS = scaled(5, 24);

const store = startStoreForFile({ DEMO_DATA: 'false', LOG_LEVEL: 'warn' });
const owner = loginForFile(store);
let shelf: Shelf;
let orders: KnownOrder[];

beforeAll(async () => {
  shelf = await fillShelf(store, owner);
  orders = await placeOrders(store, owner, shelf, ROUNDS);
});

const LABELS: Record<Outcome, Sale['label']> = {
  paid: 'Completado',
  'paid too much': 'Completado',
  'paid late': 'Completado',
  'given back': 'Reembolsado',
  withdrawn: 'Reembolsado',
  'key revoked': 'Completado',
  'paid for nothing': 'Falha',
  'paid too little': 'Processando',
  'paid too little, sent back': 'Falha',
  rejected: 'Falha',
  expired: 'Cancelado',
  'left open': 'Processando',
};

/** The items of what stands sold. */
const ledger = () =>
  store
    .database()
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .selectAll('purchaseItems')
    .where('status', '=', 'COMPLETED')
    .execute();
const read = async <Body>(path: string) => expectStatus(await owner.get(`/api/admin/${path}`), 200).json<Body>();
const readTable = async (path: string): Promise<Record<string, string>[]> =>
  parse(expectStatus(await owner.get(`/api/admin/${path}`), 200).text, { bom: true, delimiter: ';', columns: true });

const isSold = ({ fate }: KnownOrder) => LABELS[fate] === 'Completado';
const isRefunded = ({ fate }: KnownOrder) => LABELS[fate] === 'Reembolsado';
const discountOf = (order: KnownOrder) => order.offer.priceCents - totalCentsOf(order);
const commissionOf = (order: KnownOrder) =>
  Math.round((paidCentsOf(order) * (order.discount?.partner?.rate ?? 0)) / 10_000);
const sum = (chosen: KnownOrder[], figure: (order: KnownOrder) => number) =>
  chosen.reduce((cents, order) => cents + figure(order), 0);
const isOf = (partner: Partner) => (order: KnownOrder) => order.discount?.partner === partner;
const emails = () => [...new Set(orders.map(({ email }) => email))].toSorted();
/** A number of reais reaches us, and is compared to the centavo. */
const reais = (cents: number) => cents / 100;

test('the dashboard', async ({ task }) => {
  recordFigure(task, { name: 'orders', value: orders.length });
  const sold = orders.filter(isSold);
  const stats = await read<DashboardStats>('dashboard-stats');
  expect(stats).toMatchObject({
    totalSales: reais(sum(sold, totalCentsOf)),
    totalProductsSold: sold.length,
    totalCustomers: new Set(sold.map(({ email }) => email)).size,
  });
  // The month may have turned meanwhile: what was sold stands in the months together.
  const months = stats.monthlyData.reduce((cents, { vendas }) => cents + Math.round(vendas * 100), 0);
  expect(months).toBe(sum(sold, totalCentsOf));
  for (const recent of stats.recentOrders) {
    const known = orders.find(({ id }) => id === recent.id);
    expect(recent).toMatchObject(
      known
        ? { amount: formatCents(totalCentsOf(known)), product: known.offer.name, status: LABELS[known.fate] }
        : { id: 'one of ours' },
    );
  }
  expect(stats.recentOrders).toHaveLength(10);
  const page = expectStatus(await owner.get('/admin'), 200);
  expect(page.text).toContain(formatCents(sum(sold, totalCentsOf)));
});

describe('the analytics', () => {
  test('as a whole, with refunds and order outcomes', async () => {
    const sold = orders.filter(isSold);
    const refunded = orders.filter(isRefunded);
    const count = (...labels: Sale['label'][]) => orders.filter(({ fate }) => labels.includes(LABELS[fate])).length;
    expect(await read<Analytics>('analytics')).toMatchObject({
      revenue: reais(sum(sold, totalCentsOf)),
      sales: sold.length,
      averageTicket: reais(Math.round(sum(sold, totalCentsOf) / sold.length)),
      discount: reais(sum(sold, discountOf)),
      commission: reais(sum(sold, commissionOf)),
      refunds: { count: refunded.length, amount: reais(sum(refunded, totalCentsOf)) },
      conversion: {
        started: orders.length,
        paid: count('Completado', 'Reembolsado'),
        open: count('Processando'),
        unpaid: count('Falha', 'Cancelado'),
      },
    });
    const page = expectStatus(await owner.get('/admin/analytics'), 200);
    expect(page.text).toContain(formatCents(sum(sold, totalCentsOf)));
  });

  test('by product and by coupon', async () => {
    const { products, coupons } = await read<Analytics>('analytics');
    const items = await ledger();
    for (const [name, id] of Object.entries(shelf.ids)) {
      const own = items.filter(({ productId, kitId }) => productId === id || kitId === id);
      const sales = new Set(own.map(({ purchaseId }) => purchaseId)).size;
      const cents = own.reduce((total, { totalCents }) => total + totalCents, 0);
      const shown = products.find((product) => product.id === id);
      expect(shown, name).toMatchObject({ sales, licenses: own.length, revenue: reais(cents) });
    }
    for (const discount of [...shelf.discounts, null]) {
      const sold = orders.filter((order) => isSold(order) && order.discount === discount);
      const shown = coupons.find(({ code }) => code === (discount?.code ?? null));
      expect(shown, discount?.code).toEqual({
        code: discount?.code ?? null,
        sales: sold.length,
        revenue: reais(sum(sold, totalCentsOf)),
        discount: reais(sum(sold, discountOf)),
        commission: reais(sum(sold, commissionOf)),
      });
    }
  });
});

test('the items of every order, which add up to it', async () => {
  const items = Map.groupBy(await ledger(), ({ purchaseId }) => purchaseId);
  for (const order of orders.filter(isSold)) {
    const cents = (items.get(order.id) ?? []).reduce((total, { totalCents }) => total + totalCents, 0);
    expect(cents, order.offer.name).toBe(totalCentsOf(order));
  }
});

test('the receipts', async () => {
  const sold = orders.filter(isSold);
  for (const { id } of sold) await receiptSent(store, id);
  const mails = await store.mailbox();
  for (const order of sold) {
    const receipt = mails.find(({ text = '' }) => text.includes(`Valor pago`) && text.includes(order.id));
    expect(receipt?.text?.replaceAll('\u00a0', ' '), order.offer.name).toContain(formatCents(paidCentsOf(order)));
  }
});

test('the sales, in list and export', async () => {
  // Among them are some at the minimum charge, where a coupon takes off less than it says.
  expect(orders.map(totalCentsOf)).toContain(50);
  const sales = await read<Sale[]>('purchases');
  const table = await readTable('purchases/export.csv');
  expect([sales.length, table.length]).toEqual([orders.length, orders.length]);
  const plain = (cents: number) => formatCents(cents).replace('R$ ', '').replaceAll('.', '');
  for (const order of orders) {
    const label = LABELS[order.fate];
    const shown = sales.find(({ id }) => id === order.id);
    expect(shown, order.fate).toMatchObject({ label, totalAmount: formatCents(totalCentsOf(order)) });
    expect(
      table.find((row) => row['Pedido'] === order.id),
      order.fate,
    ).toMatchObject({
      Status: label,
      Preço: plain(order.offer.priceCents),
      Desconto: plain(discountOf(order)),
      Total: plain(totalCentsOf(order)),
      Pago: paidCentsOf(order) === 0 ? '' : plain(paidCentsOf(order)),
      Cupom: order.discount?.code ?? '',
    });
  }
});

test('the customers, in list and export', async () => {
  const { items, total } = await read<Page<CustomerSummary>>('customers?pageSize=100');
  const table = await readTable('customers/export.csv');
  expect([total, table.length]).toEqual([emails().length, emails().length]);
  for (const email of emails()) {
    const own = orders.filter((order) => order.email === email);
    const spent = sum(own.filter(isSold), totalCentsOf);
    const counted = own.filter(({ fate }) => !['Cancelado', 'Falha'].includes(LABELS[fate])).length;
    const shown = items.find((customer) => customer.email === email);
    expect(shown, email).toMatchObject({ totalSpent: reais(spent), purchaseCount: counted });
    expect(table.find((row) => row['E-mail'] === email)).toMatchObject({
      Compras: String(counted),
      'Total gasto': formatCents(spent),
    });
  }
});

test('the affiliates and their sales', async () => {
  const affiliates = await read<Affiliate[]>('affiliates');
  const table = await readTable('affiliates/export.csv');
  for (const partner of shelf.partners) {
    const own = orders.filter(isOf(partner));
    const sold = own.filter(isSold);
    const refunded = own.filter(isRefunded);
    const earned = reais(sum(sold, commissionOf));
    expect(affiliates.find(({ id }) => id === partner.id)).toMatchObject({
      totalSales: sold.length,
      totalCommission: earned,
      pendingCommission: earned,
    });
    expect(table.find((row) => row['E-mail']?.startsWith(partner.email))).toMatchObject({
      Vendas: String(sold.length),
      Comissão: formatCents(sum(sold, commissionOf)),
      'A pagar': formatCents(sum(sold, commissionOf)),
    });
    const sales = await read<Commission[]>(`affiliate-sales/${partner.id}`);
    const amounts = sales.map(({ purchaseId, amount, commission }) => ({ purchaseId, amount, commission }));
    const expected = sold.map((order) => ({
      purchaseId: order.id,
      amount: reais(paidCentsOf(order)),
      commission: reais(commissionOf(order)),
    }));
    expect(new Set(amounts)).toEqual(new Set(expected));
    expect(await read<CommissionSummary>(`affiliate-sales/${partner.id}/summary`)).toMatchObject({
      pending: { sales: sold.length, commission: earned },
      paid: { sales: 0, commission: 0 },
      reversed: { sales: refunded.length, commission: reais(sum(refunded, commissionOf)) },
    });
  }
});

test('coupon uses count sold and held ones and no late payment', async () => {
  const coupons = await read<Coupon[]>('coupons');
  const table = await readTable('coupons/export.csv');
  const using: Outcome[] = ['paid', 'key revoked', 'paid too much', 'paid too little', 'left open'];
  for (const discount of shelf.discounts) {
    const uses = orders.filter((order) => order.discount === discount && using.includes(order.fate)).length;
    expect(coupons.find(({ code }) => code === discount.code)?.used, discount.code).toBe(uses);
    expect(table.find((row) => row['Código'] === discount.code)?.['Usos'], discount.code).toBe(String(uses));
  }
});
