import type { ProductStatus } from './catalogue.ts';
import type { DashboardStats } from './dashboard.ts';
import type { DayPeriod } from './periods.ts';

/**
 * `GET /api/admin/analytics?from=&to=`. Money in reais. A sale counts while it is COMPLETED, on the day on which it was paid:
 * the sums of `products` and of `coupons` are those of the whole.
 */
export type Analytics = {
  period: DayPeriod;
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

/** The call for a period. */
export function analyticsAddress({ from, to }: DayPeriod): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return `/api/admin/analytics${params && `?${params}`}`;
}
