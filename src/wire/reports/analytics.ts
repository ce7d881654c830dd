import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { PRODUCT_STATUSES } from '../products/data-fields.ts';
import { PRODUCT_KINDS } from '../products/kits.ts';
import { TriedProduct } from '../trials/trials.ts';
import { MonthlySales } from './dashboard.ts';
import { DayPeriod, Days } from './figures.ts';

export const Conversion = z.object({
  started: z.number(),
  paid: z.number(),
  open: z.number(),
  unpaid: z.number(),
  /** It is a percentage of `started`, to one decimal; null without any. */
  rate: z.nullable(z.number()),
});
export type Conversion = z.infer<typeof Conversion>;

/** Money is in reais; a sale counts while COMPLETED, on the day of its payment. */
export const PeriodTotals = z.object({
  revenue: z.number(),
  sales: z.number(),
  averageTicket: z.nullable(z.number()),
  discount: z.number(),
  commission: z.number(),
  conversion: Conversion,
  refunds: z.object({
    count: z.number(),
    amount: z.number(),
  }),
});
export type PeriodTotals = z.infer<typeof PeriodTotals>;

export const ProductSales = z.object({
  id: z.string(),
  name: z.string(),
  /** What a kit sold counts for its plugins, too; its licenses are theirs. */
  kind: keyOf(PRODUCT_KINDS),
  status: z.union([keyOf(PRODUCT_STATUSES), z.literal('withdrawn')]),
  price: z.number(),
  /** Purchases that have it, however many licenses of it. */
  sales: z.number(),
  licenses: z.number(),
  revenue: z.number(),
  /** It is a percentage of the revenue, to one decimal; those of plugins add up to 100. */
  share: z.number(),
  downloads: z.number(),
  /** It is null for a product that needs no key, or whose keys the shop makes. */
  keysAvailable: z.nullable(z.number()),
});
export type ProductSales = z.infer<typeof ProductSales>;

export const CouponSales = z.object({
  code: z.nullable(z.string()),
  sales: z.number(),
  revenue: z.number(),
  discount: z.number(),
  commission: z.number(),
});
export type CouponSales = z.infer<typeof CouponSales>;

export const Analytics = z.extend(PeriodTotals, {
  period: DayPeriod,
  /** The period is compared with these days; null where it is open. */
  before: z.nullable(
    z.extend(PeriodTotals, {
      days: Days,
    }),
  ),
  monthlyData: z.array(MonthlySales),
  products: z.array(ProductSales),
  coupons: z.array(CouponSales),
  trials: z.array(TriedProduct),
});
export type Analytics = z.infer<typeof Analytics>;

export function analyticsAddress({ from, to }: DayPeriod, { withHistory } = { withHistory: false }): string {
  const history = withHistory && { historico: '1' };
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }), ...history }).toString();
  return `/api/admin/analytics${params && `?${params}`}`;
}
