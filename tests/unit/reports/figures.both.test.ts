import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { showFigures } from '#src/domain/reports/sales-figures.ts';
import { changeOf, daysText, pointsBetween, previousDays } from '#src/wire/reports/figures.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

describe('a period is compared', () => {
  test.each([
    ['2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2025-12-01', '2026-11-21', '2024-12-01', '2025-11-21'],
    ['2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
  ])('%s to %s with %s to %s', (from, to, first, last) => {
    expect(previousDays({ from, to })).toEqual({ from: first, to: last });
  });

  test('with nothing where it is open', () => {
    expect(previousDays({ from: null, to: null })).toBeNull();
    expect(previousDays({ from: '2026-11-01', to: null })).toBeNull();
  });
});

test.each([
  ['2026-10-01', '2026-10-21', '1 a 21 de outubro'],
  ['2026-10-01', '2026-10-31', 'outubro'],
  ['2026-10-05', '2026-10-05', '5 de outubro'],
  ['2026-10-28', '2026-11-03', '28 de outubro a 3 de novembro'],
  ['2025-12-01', '2025-12-31', 'dezembro de 2025'],
  ['2025-12-28', '2026-01-03', '28 de dezembro de 2025 a 3 de janeiro'],
])('%s to %s reads %s', (from, to, text) => {
  expect(daysText({ from, to }, '2026-11-21')).toBe(text);
});

test.each([
  [{ value: 120, before: 100 }, 20, 20],
  [{ value: 61.3, before: 59.2 }, 3.5, 2.1],
  [{ value: 0, before: 40 }, -100, -40],
  [{ value: 40, before: 0 }, null, 40],
  [{ value: null, before: 40 }, null, null],
  [{ value: 40, before: null }, null, null],
])('%j changed by %j percent, and as a rate by %j points', (figure, percent, points) => {
  expect(changeOf(figure)).toBe(percent);
  expect(pointsBetween(figure)).toBe(points);
});

describe('the figures of the demo shop', () => {
  let opened: OpenTestShop;
  beforeAll(async () => {
    opened = await openTestShop();
  });
  afterAll(() => opened.close());

  test('of all time are those of the dashboard', async () => {
    const stats = await showDashboard(opened.shop);
    const all = await showFigures(opened.shop, { from: null, to: null });
    expect(all).toMatchObject({
      previous: null,
      sales: { value: stats.totalSales, before: null },
      customers: { value: stats.totalCustomers },
      products: { value: stats.totalProductsSold },
      days: null,
    });
    expect(all.months.map(({ vendas }) => vendas)).toEqual(stats.monthlyData.map(({ vendas }) => vendas));
  });

  test('of days add up to those of their period, and one period is the base of the next', async () => {
    const today = opened.shop.clock.now().toISOString().slice(0, 10);
    const from = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);
    const figures = await showFigures(opened.shop, { from, to: today });
    expect(figures.days).toHaveLength(30);
    const total = (name: 'customers' | 'products') => figures.course.reduce((sum, step) => sum + step[name], 0);
    expect(figures.course.map(({ sales }) => sales)).toEqual(figures.days?.map(({ vendas }) => vendas));
    expect([total('customers'), total('products')]).toEqual([figures.customers.value, figures.products.value]);
    const cents = (figures.days ?? []).reduce((sum, { vendas }) => sum + Math.round(vendas * 100), 0);
    expect(cents).toBe(Math.round(figures.sales.value * 100));
    const before = await showFigures(opened.shop, figures.previous ?? { from, to: today });
    expect(figures.sales.before).toBe(before.sales.value);
    expect(figures.customers.before).toBe(before.customers.value);
    expect(figures.products.before).toBe(before.products.value);
    expect(before.products.value).toBeGreaterThan(0);
  });

  test('of the analytics and the funnel compare every card with the days before', async () => {
    const today = opened.shop.clock.now().toISOString().slice(0, 10);
    const days = { from: new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10), to: today };
    const previous = previousDays(days) ?? days;

    const { before } = await showAnalytics(opened.shop, days);
    const { revenue, sales, averageTicket, discount, commission, conversion, refunds } = await showAnalytics(
      opened.shop,
      previous,
    );
    const totals = { revenue, sales, averageTicket, discount, commission, conversion, refunds };
    expect(before).toEqual({ days: previous, ...totals });
    for (const figure of [revenue, averageTicket, discount, conversion.rate]) expect(figure).toBeGreaterThan(0);

    const report = await showOrigins(opened.shop, days, null);
    const { funnel } = await showOrigins(opened.shop, previous, 'campaign');
    expect(report.before).toEqual({ days: previous, ...funnel });
    for (const step of Object.values(funnel)) expect(step).toBeGreaterThan(0);

    const open = { from: null, to: today };
    expect((await showAnalytics(opened.shop, open)).before).toBeNull();
    expect((await showOrigins(opened.shop, open, null)).before).toBeNull();
  });

  test.each([
    ['2026-11-31', null],
    ['2026-11-21', '2026-11-20'],
  ])('of %s to %s are refused', async (from, to) => {
    await expect(showFigures(opened.shop, { from, to })).rejects.toMatchObject({ kind: 'invalid' });
  });
});
