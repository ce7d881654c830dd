/** What an order is called in the back-office. */
export type OrderStatus = 'Processando' | 'Completado' | 'Cancelado' | 'Falha' | 'Reembolsado';

export type RecentOrder = {
  id: string;
  customer: string;
  product: string;
  date: string;
  /** Display text, `R$ 99,90`. */
  amount: string;
  status: OrderStatus;
};

/** Percent against the same days of last month; null where there is nothing to compare. */
export type Change = number | null;

/** `GET /api/admin/dashboard-stats`. Totals are of all time; `totalSales` and `vendas` in reais. */
export type DashboardStats = {
  totalSales: number;
  totalCustomers: number;
  totalProductsSold: number;
  /** The last 12 months, oldest first, months without sales included. */
  monthlyData: { name: string; vendas: number }[];
  recentOrders: RecentOrder[];
  changes: { sales: Change; customers: Change; products: Change };
};
