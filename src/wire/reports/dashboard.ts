import type { PurchaseStatusLabel } from '../purchases/purchase-status.ts';

export type RecentOrder = {
  id: string;
  number: number;
  customer: string;
  product: string;
  date: string;
  /** It is display text, `R$ 99,90`. */
  amount: string;
  status: PurchaseStatusLabel;
  /** It is null when time changes nothing. */
  expiresAt: string | null;
  /** The order is paid, and a key of it is still missing. */
  isWaitingForKey: boolean;
};

/** It is a percentage against the same days of last month; null without a base. */
export type Change = number | null;

/** Totals are of all time; `totalSales` and `vendas` are in reais. */
export type DashboardStats = {
  totalSales: number;
  totalCustomers: number;
  totalProductsSold: number;
  /** It counts first-time buyers of this month; `changes.customers` compares their number. */
  newCustomers: number;
  /** The last 12 months, oldest first, months without sales included. */
  monthlyData: { name: string; vendas: number }[];
  recentOrders: RecentOrder[];
  changes: { sales: Change; customers: Change; products: Change };
  /** They are hidden from buyers, since their bytes are not those that were uploaded. */
  damagedFiles: DamagedFile[];
};

export type DamagedFile = { id: string; fileName: string; version: string; productId: string; productName: string };

/** `recentOrders` begins with the newest; `revision` grows with any event. */
export type SaleUpdate = { revision: number; recentOrders: RecentOrder[] };
