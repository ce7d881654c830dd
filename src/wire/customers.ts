import { type OrderTone, orderTone } from './dashboard.ts';
import { defineList, PAGE_SIZE, type RequestOf } from './lists.ts';
import { parseCents } from './money.ts';
import type { PurchaseRecord } from './purchases.ts';
import { ORDER_LABELS, type OrderStatus } from './sale-status.ts';
import { saleLabel } from './sales.ts';

/** `GET /api/admin/customers/{id}` */
export type Customer = {
  id: string;
  name: string;
  email: string;
  createdAt: string;
  /** Null without any purchase that counts. */
  lastPurchaseDate: string | null;
  /** Newest first. */
  purchases: PurchaseRecord[];
};

/** A row of the list. */
export type CustomerSummary = Omit<Customer, 'purchases'> & {
  purchaseCount: number;
  /** In reais. */
  totalSpent: number;
};

export const CUSTOMER_LIST = defineList({
  path: '/api/admin/customers',
  sorts: ['name', 'email', 'createdAt', 'lastPurchaseDate', 'purchaseCount', 'totalSpent'],
  sort: 'createdAt',
  order: 'desc',
  filters: {},
  pageSize: PAGE_SIZE,
});
export type CustomerListRequest = RequestOf<typeof CUSTOMER_LIST>;

export type PurchaseLabel = (typeof LABELS)[OrderStatus];

type LabelledPurchase = Pick<PurchaseRecord, 'paymentStatus' | 'failureReason' | 'review' | 'expiresAt'>;

/** An unpaid purchase is Cancelado after its two hours. */
export function purchaseLabel(purchase: LabelledPurchase, now: Date): PurchaseLabel {
  return LABELS[saleLabel(purchase, now)];
}

export function purchaseTone(purchase: LabelledPurchase, now: Date): OrderTone {
  return orderTone(saleLabel(purchase, now));
}

/** Expired and refused orders do not count; only paid ones add to the total. */
export function customerFigures(
  purchases: (LabelledPurchase & Pick<PurchaseRecord, 'keptAmount'>)[],
  now: Date,
): { purchaseCount: number; totalSpentCents: number } {
  const counted = purchases.filter((purchase) => !UNSOLD.includes(saleLabel(purchase, now)));
  const paid = purchases.filter((purchase) => purchase.paymentStatus === 'COMPLETED');
  return {
    purchaseCount: counted.length,
    totalSpentCents: paid.reduce((cents, { keptAmount }) => cents + (parseCents(keptAmount) ?? 0), 0),
  };
}

export type CustomerExport = {
  exportedAt: string;
  store: string;
  customer: CustomerSummary;
  purchases: ExportedPurchase[];
};

export type ExportedPurchase = PurchaseRecord & {
  status: PurchaseLabel;
  discountAmount: string;
  paidAmount: string | null;
  completedAt: string | null;
  refundedAt: string | null;
  downloads: number;
  activationKey: { key: string; assignedAt: string | null; revokedAt: string | null } | null;
  emails: { kind: string; state: string; createdAt: string; sentAt: string | null }[];
  events: { at: string; event: string; source: string; detail: string | null }[];
};

const UNSOLD: OrderStatus[] = [ORDER_LABELS.cancelled, ORDER_LABELS.failed];

const LABELS = {
  [ORDER_LABELS.processing]: 'Pendente',
  [ORDER_LABELS.cancelled]: 'Cancelado',
  [ORDER_LABELS.completed]: 'Completo',
  [ORDER_LABELS.failed]: 'Falha',
  [ORDER_LABELS.refunded]: 'Reembolsado',
} as const satisfies Record<OrderStatus, string>;
