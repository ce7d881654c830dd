import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Database, Tables } from '#db/tables.ts';
import { comparedPeriods, showDashboard } from '#src/domain/reports/dashboard.ts';
import { soleItem } from '../../support/purchases/items.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

let books: TestDatabase;
let db: Database;

beforeEach(async () => {
  books = await openTestDatabase();
  db = books.db;
  await db.insertInto('products').values(PRODUCT).execute();
});
afterEach(() => books.remove());

describe('the dashboard of an empty shop', () => {
  test('shows zeros, twelve empty months and no comparison', async () => {
    const stats = await dashboardAt('2026-11-21T15:00:00.000Z');

    expect(stats).toMatchObject({ totalSales: 0, totalCustomers: 0, totalProductsSold: 0, recentOrders: [] });
    expect(stats.changes).toEqual({ sales: null, customers: null, products: null });
    expect(stats.monthlyData.map((month) => month.name).join(' ')).toBe(
      'dez jan fev mar abr mai jun jul ago set out nov',
    );
    expect(stats.monthlyData.every((month) => month.vendas === 0)).toBe(true);
  });
});

describe('the totals', () => {
  test('count all COMPLETED sales, and each buyer once', async () => {
    await sold('ana', '2024-03-01T12:00:00.000Z', 10_050);
    await sold('ana', '2026-11-02T12:00:00.000Z', 5_000);
    await sold('bia', '2026-11-03T12:00:00.000Z', 4_999);
    await ordered('caio', { status: 'PENDING' });
    await ordered('davi', { status: 'FAILED', failureReason: 'expired' });
    await ordered('elisa', { status: 'REFUNDED', completedAt: NOON, refundedAt: NOON });

    const stats = await dashboardAt('2026-11-21T15:00:00.000Z');

    expect(stats).toMatchObject({ totalSales: 200.49, totalCustomers: 2, totalProductsSold: 3 });
  });
});

describe('the monthly sales', () => {
  test('start at midnight in São Paulo and use the time of payment', async () => {
    await sold('ana', '2026-11-01T02:59:59.999Z', 1_000);
    const ordering = { createdAt: '2026-11-01T02:00:00.000Z', totalCents: 2_000 };
    await ordered('bia', { ...ordering, status: 'COMPLETED', completedAt: '2026-11-01T03:00:00.000Z' });
    await sold('caio', '2025-12-01T03:00:00.000Z', 400);
    await sold('davi', '2025-12-01T02:59:59.999Z', 9_900);

    const { monthlyData } = await dashboardAt('2026-11-21T15:00:00.000Z');

    expect(monthlyData.at(-1)).toEqual({ name: 'nov', vendas: 20 });
    expect(monthlyData.at(-2)).toEqual({ name: 'out', vendas: 10 });
    expect(monthlyData.at(0)).toEqual({ name: 'dez', vendas: 4 });
  });
});

describe('the percentage changes', () => {
  test('compare this month so far with the same days of last month', async () => {
    await sold('ana', '2026-10-21T20:00:00.000Z', 10_000);
    await sold('bia', '2026-10-22T20:00:00.000Z', 77_700);
    await sold('ana', '2026-11-21T14:00:00.000Z', 8_000);
    await sold('caio', '2026-11-20T14:00:00.000Z', 4_500);

    const { changes, newCustomers, totalCustomers } = await dashboardAt('2026-11-21T15:00:00.000Z');

    expect([newCustomers, totalCustomers]).toEqual([1, 3]);
    expect(changes.sales).toBe(25);
    expect(changes.products).toBe(100);
    // Ana had bought before: only Caio is new, as only Ana was in October.
    expect(changes.customers).toBe(0);
  });

  test('are null when last month had no sales', async () => {
    await sold('ana', '2026-11-20T14:00:00.000Z', 4_500);
    const { changes } = await dashboardAt('2026-11-21T15:00:00.000Z');
    expect(changes).toEqual({ sales: null, customers: null, products: null });
  });

  test('include the whole of a shorter month and no day of this month', () => {
    const { sameDaysOfLastMonth, thisMonthSoFar } = comparedPeriods(new Date('2026-03-30T15:00:00.000Z'));
    expect(sameDaysOfLastMonth).toEqual({ start: '2026-02-01T03:00:00.000Z', end: '2026-03-01T03:00:00.000Z' });
    expect(thisMonthSoFar).toEqual({ start: '2026-03-01T03:00:00.000Z', end: '2026-04-01T03:00:00.000Z' });
  });

  test('use days of São Paulo, not UTC', () => {
    const { sameDaysOfLastMonth } = comparedPeriods(new Date('2026-11-01T02:00:00.000Z'));
    expect(sameDaysOfLastMonth).toEqual({ start: '2026-09-01T03:00:00.000Z', end: '2026-10-01T03:00:00.000Z' });
  });
});

describe('the recent orders', () => {
  test('are the ten newest of any status', async () => {
    for (let hour = 10; hour < 22; hour++) await sold(`buyer-${hour}`, `2026-11-20T${hour}:00:00.000Z`, 9_990);

    const { recentOrders } = await dashboardAt('2026-11-21T15:00:00.000Z');

    expect(recentOrders).toHaveLength(10);
    expect(recentOrders[0]).toMatchObject({
      customer: 'buyer-21',
      product: 'Grade Cinema',
      date: '2026-11-20T21:00:00.000Z',
      amount: 'R$ 99,90',
      status: 'Completado',
    });
    expect(recentOrders.at(-1)?.customer).toBe('buyer-12');
  });

  test('show an expired order as Cancelado unless it is under review', async () => {
    await ordered('ana', { status: 'PENDING' });
    await ordered('bia', { status: 'PENDING', review: 'short_payment' });

    const early = await dashboardAt('2026-11-20T13:59:59.000Z');
    expect(early.recentOrders.map((order) => order.status)).toEqual(['Processando', 'Processando']);

    const late = await dashboardAt('2026-11-20T14:00:00.000Z');
    expect(Object.fromEntries(late.recentOrders.map((order) => [order.customer, order.status]))).toEqual({
      ana: 'Cancelado',
      bia: 'Processando',
    });
  });

  test('tell which paid ones still wait for a key', async () => {
    await sold('ana', '2026-11-20T12:00:00.000Z', 9_990);
    await sold('bia', '2026-11-20T13:00:00.000Z', 9_990);
    const { id } = await db
      .selectFrom('purchases')
      .select('id')
      .where('customerId', '=', 'ana')
      .executeTakeFirstOrThrow();
    await db.updateTable('purchaseItems').set({ keyWaitingSince: NOON }).where('id', '=', id).execute();
    const { recentOrders } = await dashboardAt('2026-11-21T15:00:00.000Z');
    expect(recentOrders.map(({ customer, isWaitingForKey }) => [customer, isWaitingForKey])).toEqual([
      ['bia', false],
      ['ana', true],
    ]);
  });

  test('include a sale whose buyer was erased', async () => {
    await ordered('ana', { status: 'COMPLETED', completedAt: NOON, customerName: null, customerEmail: null });
    const { recentOrders, totalSales } = await dashboardAt('2026-11-21T15:00:00.000Z');
    expect(recentOrders[0]?.customer).toBe('Cliente removido');
    expect(totalSales).toBe(99.9);
  });
});

const NOON = '2026-11-20T12:00:00.000Z';
const PRODUCT: Insertable<Tables['products']> = {
  id: 'grade-cinema',
  name: 'Grade Cinema',
  description: 'LUTs',
  priceCents: 9_990,
  originalPriceCents: null,
  status: 'active',
  image: '/demo/grade-cinema.webp',
  categoryId: null,
  systemRequirements: '',
  isFeatured: 0,
  downloadUrl: '/uploads/grade-cinema.zip',
  requiresActivation: 1,
  videoUrl: null,
  downloads: 0,
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
  withdrawnAt: null,
  publishedAt: '2024-01-01T00:00:00.000Z',
  licenseTerms: null,
  updatePolicy: 'always',
  updateMonths: null,
  currentVersion: null,
};

function dashboardAt(now: string) {
  return showDashboard({ db, clock: { now: () => new Date(now) } });
}

/** Given: a sale that was paid as soon as it was ordered. */
function sold(customer: string, completedAt: string, totalCents: number): Promise<void> {
  return ordered(customer, { status: 'COMPLETED', createdAt: completedAt, completedAt, totalCents });
}

async function ordered(customer: string, facts: Partial<PurchaseRow>): Promise<void> {
  await db
    .insertInto('customers')
    .values({ id: customer, name: customer, email: `${customer}@exemplo.com.br`, createdAt: NOON, erasedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = crypto.randomUUID().replaceAll('-', '');
  const first = { id, productId: PRODUCT.id, productName: PRODUCT.name, priceCents: 9_990, totalCents: 9_990 };
  await db
    .insertInto('purchases')
    .values({
      ...first,
      transactionId: `t${id}`,
      providerReference: `r${id}`,
      provider: 'sandbox',
      customerId: customer,
      customerName: customer,
      customerEmail: `${customer}@exemplo.com.br`,
      discountCents: 0,
      status: 'PENDING',
      chargeState: 'open',
      expiresAt: '2026-11-20T14:00:00.000Z',
      createdAt: NOON,
      checkCount: 0,
      ...facts,
    })
    .execute();
  await db.insertInto('purchaseItems').values(soleItem(first)).execute();
}
