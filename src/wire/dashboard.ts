import type { FailureReason, PaymentStatus, Review } from './purchases.ts';
import { ORDER_LABELS, type OrderStatus } from './sale-status.ts';

export type RecentOrder = {
  id: string;
  customer: string;
  product: string;
  date: string;
  /** Display text, `R$ 99,90`. */
  amount: string;
  status: OrderStatus;
  /** When an order that is still open turns into Cancelado; null where time changes nothing. */
  expiresAt: string | null;
};

/** Percent against the same days of last month; null where there is nothing to compare. */
export type Change = number | null;

/** `GET /api/admin/dashboard-stats`. Totals are of all time; `totalSales` and `vendas` in reais. */
export type DashboardStats = {
  totalSales: number;
  totalCustomers: number;
  totalProductsSold: number;
  /** Of the customers, those who bought for the first time this month. `changes.customers` compares their number. */
  newCustomers: number;
  /** The last 12 months, oldest first, months without sales included. */
  monthlyData: { name: string; vendas: number }[];
  recentOrders: RecentOrder[];
  changes: { sales: Change; customers: Change; products: Change };
};

/**
 * The event `sale` of `GET /api/admin/events`: the latest orders as they stand now, newest first. `revision` grows with
 * whatever happens to any order, also to one that is not among them.
 */
export type SaleUpdate = { revision: number; recentOrders: RecentOrder[] };

/** Who bought, once the person's data were erased. */
export const ERASED_CUSTOMER = 'Cliente removido';

type OrderFacts = {
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: Review | null;
  expiresAt: string;
};

/** When an open order runs out. One under review waits for the owner, however long. */
export function orderExpiry(order: OrderFacts): string | null {
  return order.status === 'PENDING' && order.review === null ? order.expiresAt : null;
}

/** The status as it stands in the books; `currentOrderStatus` says what it is called by now. */
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

/** An open order is Cancelado from its last minute on, even where nobody has written that down yet. */
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
