import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#db/tables.ts';
import type { Analytics } from '#src/wire/reports/analytics.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import { insertSale, insertShelf } from '../../support/purchases/prepared-sales.ts';
import { startStore } from '../../support/store/store.ts';

const store = startStoreForFile({ DEMO_DATA: 'false' });
const owner = loginForFile(store);
let db: Queryable;

beforeAll(async () => {
  db = store.database();
  await insertShelf(db);
  await insertSale(db, 'first', { completedAt: '2025-03-10T02:59:59.999Z', totalCents: 10_000 });
  await insertSale(db, 'second', { completedAt: '2025-03-10T03:00:00.000Z', totalCents: 3_333, productId: 'onda' });
  await insertSale(db, 'third', {
    completedAt: '2025-03-11T02:59:59.999Z',
    totalCents: 6_667,
    discountCents: 3_333,
    couponCode: 'MARINA10',
    commissionCents: 667,
  });
  await insertSale(db, 'fourth', { completedAt: '2025-03-11T03:00:00.000Z', totalCents: 5_050, couponCode: 'EDITA10' });
  await insertSale(db, 'given back', {
    createdAt: '2025-03-10T12:00:00.000Z',
    completedAt: '2025-03-10T12:05:00.000Z',
    refundedAt: '2025-03-20T12:00:00.000Z',
    totalCents: 7_777,
    couponCode: 'MARINA10',
    commissionCents: 777,
  });
  await insertSale(db, 'open', { createdAt: '2025-03-10T15:00:00.000Z', status: 'PENDING' });
  await insertSale(db, 'ran out', { createdAt: '2025-03-10T16:00:00.000Z', failureReason: 'expired' });
  await insertSale(db, 'refused', { createdAt: '2025-03-11T02:59:59.999Z', failureReason: 'rejected' });
  await insertSale(db, 'of old', { completedAt: '2024-06-01T12:00:00.000Z', totalCents: 900, productId: 'antigo' });
});

const read = async (query = '') => (await owner.get(`/api/admin/analytics${query}`)).json<Analytics>();

describe('a stranger', () => {
  test('gets no analytics', async () => {
    const visitor = openClient(store.url);
    const response = await visitor.get('/api/admin/analytics');
    expect(response.status).toBe(401);
    expect(response.text).not.toContain('revenue');
    for (const path of ['/admin/analytics', '/admin/society-calculator']) {
      const page = await visitor.get(path);
      expect(page.status).toBe(302);
      expect(page.text).not.toContain('astro-island');
    }
  });
});

describe('a day', () => {
  test('runs from midnight to midnight in São Paulo', async () => {
    const day = await read('?from=2025-03-10&to=2025-03-10');

    expect(day).toMatchObject({ revenue: 100, sales: 2, averageTicket: 50, discount: 33.33, commission: 6.67 });
    expect(day.period).toEqual({ from: '2025-03-10', to: '2025-03-10' });
    expect((await read('?from=2025-03-09&to=2025-03-09')).revenue).toBe(100);
    expect((await read('?from=2025-03-11&to=2025-03-11')).revenue).toBe(50.5);
  });

  test('without sales has no ticket, share or coupon', async () => {
    const day = await read('?from=2025-03-12&to=2025-03-12');

    expect(day).toMatchObject({ revenue: 0, sales: 0, averageTicket: null, discount: 0, coupons: [] });
    expect(day.conversion).toEqual({ started: 0, paid: 0, open: 0, unpaid: 0, rate: null });
    expect(day.products.every(({ sales, share }) => sales === 0 && share === 0)).toBe(true);
  });

  test('counts started orders by outcome', async () => {
    const { conversion, refunds } = await read('?from=2025-03-10&to=2025-03-10');

    // Paid: the second, the third and the one that was given back ten days later.
    expect(conversion).toEqual({ started: 6, paid: 3, open: 1, unpaid: 2, rate: 50 });
    expect(refunds).toEqual({ count: 0, amount: 0 });
  });

  test('shows refunds on the day they were made, whenever the payment came', async () => {
    const day = await read('?from=2025-03-20&to=2025-03-20');

    expect(day.refunds).toEqual({ count: 1, amount: 77.77 });
    expect(day.revenue).toBe(0);
  });
});

describe('products and coupons', () => {
  test('add up to the total to the centavo', async () => {
    for (const query of ['', '?from=2025-03-10', '?to=2025-03-10', '?from=2025-03-10&to=2025-03-11']) {
      const { revenue, sales, discount, commission, products, coupons } = await read(query);
      const whole = { revenue, sales, discount, commission };
      expect(sumOf(products, 'revenue'), query).toBe(revenue);
      expect(sumOf(products, 'sales'), query).toBe(sales);
      expect(sumOf(products, 'share'), query).toBe(100);
      for (const figure of ['revenue', 'sales', 'discount', 'commission'] as const) {
        expect(sumOf(coupons, figure), `${query} ${figure}`).toBe(whole[figure]);
      }
    }
  });

  test('show what each sold', async () => {
    const { products, coupons } = await read('?from=2025-03-10&to=2025-03-11');

    expect(products.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      {
        id: 'curva',
        name: 'Curva Motion',
        kind: 'plugin',
        status: 'active',
        price: 100,
        sales: 2,
        licenses: 2,
        revenue: 117.17,
        share: 77.9,
        downloads: 12,
        keysAvailable: 2,
      },
      {
        id: 'onda',
        name: 'Onda Áudio',
        kind: 'plugin',
        status: 'Em revisão',
        price: 49.9,
        sales: 1,
        licenses: 1,
        revenue: 33.33,
        share: 22.1,
        downloads: 0,
        keysAvailable: null,
      },
    ]);
    expect(coupons.toSorted((one, other) => (one.code ?? '').localeCompare(other.code ?? ''))).toEqual([
      { code: null, sales: 1, revenue: 33.33, discount: 0, commission: 0 },
      { code: 'EDITA10', sales: 1, revenue: 50.5, discount: 0, commission: 0 },
      { code: 'MARINA10', sales: 1, revenue: 66.67, discount: 33.33, commission: 6.67 },
    ]);
  });

  test('include a withdrawn product only where it was sold', async () => {
    const named = ({ products }: Analytics) => products.find(({ id }) => id === 'antigo');
    expect(named(await read())).toMatchObject({ status: 'withdrawn', revenue: 9 });
    expect(named(await read('?from=2025-01-01'))).toBeUndefined();
  });
});

describe('a period', () => {
  test('may be open at either end', async () => {
    expect((await read()).period).toEqual({ from: null, to: null });
    expect((await read('?from=2025-03-11')).revenue).toBe(50.5);
    expect((await read('?to=2025-03-09')).revenue).toBe(109);
    expect((await read('?from=&to=')).revenue).toBe(259.5);
  });

  test.each([
    ['?from=2025-02-30', { from: expect.stringContaining('dia que exista') }],
    ['?from=ontem', { from: expect.stringContaining('dia que exista') }],
    ['?to=2025-13-01', { to: expect.stringContaining('dia que exista') }],
    ['?to=0000-01-01', { to: expect.stringContaining('dia que exista') }],
    ["?from=2025-01-01'--", { from: expect.stringContaining('dia que exista') }],
    ['?from=2025-03-11&to=2025-03-10', { to: 'O último dia não pode vir antes do primeiro.' }],
  ])('is rejected when invalid: %s', async (query, fields) => {
    const response = await owner.get(`/api/admin/analytics${query}`);
    expect(response.status).toBe(422);
    expect(response.json<object>()).toMatchObject({ code: 'invalid', fields });
  });
});

describe('the page', () => {
  test('is rendered with the figures of the period in its address', async () => {
    const page = await owner.get('/admin/analytics?from=2025-03-10&to=2025-03-10');
    expect(page.status).toBe(200);
    expect(page.text).toContain('R$ 100,00');
    expect(page.text).not.toMatch(/<[^>]+\sstyle=/);
  });

  test('ignores invalid parameters', async () => {
    for (const query of ['?from=2025-03-11&to=2025-03-10', '?period=nunca', '?from=<b>']) {
      expect((await owner.get(`/admin/analytics${query}`)).status, query).toBe(200);
    }
  });

  test('of the calculator has no style attribute', async () => {
    const page = await owner.get('/admin/society-calculator');
    expect(page.status).toBe(200);
    expect(page.text).toContain('GBR');
    expect(page.text).not.toMatch(/<[^>]+\sstyle=/);
  });
});

test('the monthly chart equals that of the dashboard and includes a sale of today', async () => {
  const shop = await startStore();
  try {
    const manager = await login(shop);
    const visitor = openClient(shop.url);
    await buy(visitor, { productId: 'lote' });
    const dashboard = await manager.get('/api/admin/dashboard-stats');
    const { monthlyData } = dashboard.json<Pick<Analytics, 'monthlyData'>>();
    const everything = (await manager.get('/api/admin/analytics')).json<Analytics>();
    expect(everything.monthlyData).toEqual(monthlyData);
    expect(cents(everything.revenue)).toBe(cents(dashboard.json<{ totalSales: number }>().totalSales));
  } finally {
    await shop.stop();
  }
});

function sumOf<Row, Figure extends keyof Row>(rows: (Row & Record<Figure, number>)[], figure: Figure): number {
  return rows.reduce((sum, row) => sum + cents(row[figure]), 0) / 100;
}

/** Makes exact centavos of the reais that reach us. */
function cents(reais: number): number {
  return Math.round(reais * 100);
}
