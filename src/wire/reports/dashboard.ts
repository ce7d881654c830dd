import * as z from 'zod/mini';
import { PURCHASE_STATUS_LABELS } from '../purchases/purchase-status.ts';

export const RecentOrder = z.object({
  id: z.string(),
  number: z.number(),
  customer: z.string(),
  product: z.string(),
  date: z.string(),
  /** It is display text, `R$ 99,90`. */
  amount: z.string(),
  status: z.enum(PURCHASE_STATUS_LABELS),
  /** It is null when time changes nothing. */
  expiresAt: z.nullable(z.string()),
  /** The order is paid, and a key of it is still missing. */
  isWaitingForKey: z.boolean(),
});
export type RecentOrder = z.infer<typeof RecentOrder>;

/** It is a percentage against the same days of last month; null without a base. */
export const Change = z.nullable(z.number());
export type Change = z.infer<typeof Change>;

export const DamagedFile = z.object({
  id: z.string(),
  fileName: z.string(),
  version: z.string(),
  productId: z.string(),
  productName: z.string(),
});
export type DamagedFile = z.infer<typeof DamagedFile>;

export const MonthlySales = z.object({ name: z.string(), vendas: z.number() });

/** Totals are of all time; `totalSales` and `vendas` are in reais. */
export const DashboardStats = z.object({
  totalSales: z.number(),
  totalCustomers: z.number(),
  totalProductsSold: z.number(),
  /** It counts first-time buyers of this month; `changes.customers` compares their number. */
  newCustomers: z.number(),
  /** The last 12 months, oldest first, months without sales included. */
  monthlyData: z.array(MonthlySales),
  recentOrders: z.array(RecentOrder),
  changes: z.object({
    sales: Change,
    customers: Change,
    products: Change,
  }),
  /** They are hidden from buyers, since their bytes are not those that were uploaded. */
  damagedFiles: z.array(DamagedFile),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

/** `recentOrders` begins with the newest; `revision` grows with any event. */
export type SaleUpdate = { revision: number; recentOrders: RecentOrder[] };
