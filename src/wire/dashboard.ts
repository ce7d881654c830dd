import type { PurchaseStatusLabel } from './purchase-status.ts';

export type RecentOrder = {
  id: string;
  customer: string;
  product: string;
  date: string;
  /** Display text, `R$ 99,90`. */
  amount: string;
  status: PurchaseStatusLabel;
  /** Null when time changes nothing. */
  expiresAt: string | null;
};

/** Percent against the same days of last month; null without a base. */
export type Change = number | null;

/** `GET /api/admin/dashboard-stats`. Totals are of all time; `totalSales` and `vendas` in reais. */
export type DashboardStats = {
  totalSales: number;
  totalCustomers: number;
  totalProductsSold: number;
  /** First-time buyers this month; `changes.customers` compares their number. */
  newCustomers: number;
  /** The last 12 months, oldest first, months without sales included. */
  monthlyData: { name: string; vendas: number }[];
  recentOrders: RecentOrder[];
  changes: { sales: Change; customers: Change; products: Change };
};

/** The event `sale` of `GET /api/admin/events`, newest orders first; `revision` grows with any event. */
export type SaleUpdate = { revision: number; recentOrders: RecentOrder[] };

/** Replaces the name of an erased customer. */
export const ERASED_CUSTOMER = 'Cliente removido';
