import type { DayPeriod } from '../basics/periods.ts';
import type { ProductStatus } from '../products/data-fields.ts';
import type { DashboardStats } from './dashboard.ts';
import type { Days } from './figures.ts';

/** Money is in reais; a sale counts while COMPLETED, on the day of its payment. */
export type PeriodTotals = {
  revenue: number;
  sales: number;
  averageTicket: number | null;
  discount: number;
  commission: number;
  conversion: Conversion;
  refunds: { count: number; amount: number };
};

export type Analytics = PeriodTotals & {
  period: DayPeriod;
  /** The period is compared with these days; null where it is open. */
  before: (PeriodTotals & { days: Days }) | null;
  monthlyData: DashboardStats['monthlyData'];
  products: ProductSales[];
  coupons: CouponSales[];
};

export type Conversion = {
  started: number;
  paid: number;
  open: number;
  unpaid: number;
  /** It is a percentage of `started`, to one decimal; null without any. */
  rate: number | null;
};

export type ProductSales = {
  id: string;
  name: string;
  status: ProductStatus | 'withdrawn';
  price: number;
  sales: number;
  revenue: number;
  /** It is a percentage of the revenue, to one decimal; the shares add up to 100. */
  share: number;
  downloads: number;
  /** It is null for a product that needs no key, or whose keys the shop makes. */
  keysAvailable: number | null;
};

export type CouponSales = {
  code: string | null;
  sales: number;
  revenue: number;
  discount: number;
  commission: number;
};

export function analyticsAddress({ from, to }: DayPeriod): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return `/api/admin/analytics${params && `?${params}`}`;
}
