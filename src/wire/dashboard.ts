import type { FailureReason, PaymentStatus, ReviewReason } from './purchases.ts';
import { ORDER_LABELS, type OrderStatus } from './sale-status.ts';

export type RecentOrder = {
  id: string;
  customer: string;
  product: string;
  date: string;
  /** Display text, `R$ 99,90`. */
  amount: string;
  status: OrderStatus;
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

type OrderFacts = {
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: ReviewReason | null;
  expiresAt: string;
};

/** Null for an order under review. */
export function orderExpiry(order: OrderFacts): string | null {
  return order.status === 'PENDING' && order.review === null ? order.expiresAt : null;
}

/** The stored status; `currentOrderStatus` applies the expiry. */
export function orderStatus(order: OrderFacts): OrderStatus {
  if (order.status === 'FAILED') {
    return order.failureReason === 'expired' ? ORDER_LABELS.cancelled : ORDER_LABELS.failed;
  }
  return STANDING_LABELS[order.status];
}

const STANDING_LABELS = {
  PENDING: ORDER_LABELS.processing,
  COMPLETED: ORDER_LABELS.completed,
  REFUNDED: ORDER_LABELS.refunded,
} as const;

/** Cancelado from the expiry on, even before it is stored. */
export function currentOrderStatus(order: Pick<RecentOrder, 'status' | 'expiresAt'>, now: Date): OrderStatus {
  const isOver =
    order.status === ORDER_LABELS.processing &&
    order.expiresAt !== null &&
    Date.parse(order.expiresAt) <= now.getTime();
  return isOver ? ORDER_LABELS.cancelled : order.status;
}

export type OrderTone = 'success' | 'warning' | 'danger';

/** Completado is green, Processando still amber, anything else red. */
export function orderTone(status: OrderStatus): OrderTone {
  if (status === ORDER_LABELS.completed) return 'success';
  return status === ORDER_LABELS.processing ? 'warning' : 'danger';
}
