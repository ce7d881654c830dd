import type { ProductStatus } from './catalogue.ts';
import type { DashboardStats } from './dashboard.ts';
import { monthOf, shiftMonth, startOf } from './dates.ts';

/** First and last day, both inclusive, in São Paulo; null where the period is open on that side. */
export type AnalyticsPeriod = { from: string | null; to: string | null };

/**
 * `GET /api/admin/analytics?from=&to=`. Money in reais. A sale counts while it is COMPLETED, on the day on which it was paid:
 * the sums of `products` and of `coupons` are those of the whole.
 */
export type Analytics = {
  period: AnalyticsPeriod;
  revenue: number;
  sales: number;
  /** Null without a sale. */
  averageTicket: number | null;
  discount: number;
  /** What affiliates earn by these sales. */
  commission: number;
  conversion: Conversion;
  /** What was given back in the period, whenever it had been sold. */
  refunds: { count: number; amount: number };
  /** The last 12 months whatever the period, as on the dashboard. */
  monthlyData: DashboardStats['monthlyData'];
  /** All products, and those withdrawn since that were sold in the period. */
  products: ProductSales[];
  coupons: CouponSales[];
};

/** The orders that were made in the period, by what has become of them until now. */
export type Conversion = {
  started: number;
  /** Also those that were given back afterwards. */
  paid: number;
  /** They wait for their payment still, and may yet be paid. */
  open: number;
  unpaid: number;
  /** Percent of `started` to one decimal; null without any. */
  rate: number | null;
};

export type ProductSales = {
  id: string;
  name: string;
  status: ProductStatus | 'withdrawn';
  price: number;
  sales: number;
  revenue: number;
  /** Percent of the revenue to one decimal; all of them make 100. */
  share: number;
  /** Of all time. */
  downloads: number;
  /** Null for a product that needs no key. */
  keysAvailable: number | null;
};

/** `code` is null for what was sold without a coupon. */
export type CouponSales = {
  code: string | null;
  sales: number;
  revenue: number;
  discount: number;
  commission: number;
};

/** The periods that have a name, as the address of the screen has it. */
export const PERIOD_PRESETS = [
  { id: 'today', label: 'Hoje' },
  { id: '7d', label: '7 dias' },
  { id: '30d', label: '30 dias' },
  { id: 'month', label: 'Este mês' },
  { id: 'last-month', label: 'Mês passado' },
  { id: '12m', label: '12 meses' },
  { id: 'all', label: 'Tudo' },
] as const;

export type PeriodPreset = (typeof PERIOD_PRESETS)[number]['id'];

/** `today` is a day of São Paulo. The last 12 months are those of the chart: this one and the 11 before it. */
export function periodOf(preset: PeriodPreset, today: string): AnalyticsPeriod {
  const month = today.slice(0, 7);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case '7d':
      return { from: shiftDay(today, -6), to: today };
    case '30d':
      return { from: shiftDay(today, -29), to: today };
    case 'month':
      return { from: `${month}-01`, to: today };
    case 'last-month':
      return monthPeriod(shiftMonth(month, -1));
    case '12m':
      return { from: `${shiftMonth(month, -11)}-01`, to: today };
    case 'all':
      return { from: null, to: null };
  }
}

/** The whole of `2026-11`. */
export function monthPeriod(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) };
}

/** The day so many days away from `2026-11-21`. */
export function shiftDay(day: string, offset: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + offset)).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar, such as `2026-11-21`, in this century. */
export function isDay(text: string): boolean {
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && shiftDay(text, 0) === text;
}

/** The call for a period. */
export function analyticsAddress({ from, to }: AnalyticsPeriod): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return `/api/admin/analytics${params && `?${params}`}`;
}

/** This month and those before it, newest first, as `2026-11`. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => shiftMonth(monthOf(now), -at));
}

/** `novembro de 2026`. */
export function formatMonth(month: string): string {
  return monthText.format(startOf(month));
}

const monthText = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', month: 'long', year: 'numeric' });
