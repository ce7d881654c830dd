import { type OrderTone, orderTone } from './dashboard.ts';
import type { ListRules } from './lists.ts';
import { parseCents } from './money.ts';
import type { Purchase } from './purchases.ts';
import { saleLabel } from './sales.ts';

/** `GET /api/admin/customers/{id}`, and each element of the whole list. */
export type Customer = {
  id: string;
  name: string;
  email: string;
  createdAt: string;
  /** Null for who never got further than a Pix that ran out. */
  lastPurchaseDate: string | null;
  /** Newest first. */
  purchases: Purchase[];
};

/** An item of a page of the list. */
export type CustomerSummary = Omit<Customer, 'purchases'> & {
  purchaseCount: number;
  /** In reais. */
  totalSpent: number;
};

export const CUSTOMER_SORTS = [
  'name',
  'email',
  'createdAt',
  'lastPurchaseDate',
  'purchaseCount',
  'totalSpent',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export const CUSTOMER_LIST: ListRules<CustomerSort> = { sorts: CUSTOMER_SORTS, sort: 'createdAt', order: 'desc' };

export type PurchaseLabel = 'Pendente' | 'Cancelado' | 'Completo' | 'Falha' | 'Reembolsado';

type LabelledPurchase = Pick<Purchase, 'paymentStatus' | 'failureReason' | 'review' | 'expiresAt'>;

/** What a purchase is called in its customer's history by now: one that nobody paid is Cancelado after its two hours. */
export function purchaseLabel(purchase: LabelledPurchase, now: Date): PurchaseLabel {
  return LABELS[saleLabel(purchase, now)];
}

export function purchaseTone(purchase: LabelledPurchase, now: Date): OrderTone {
  return orderTone(saleLabel(purchase, now));
}

/** What cancelled purchases leave out; only what is paid adds to the total. */
export function customerFigures(
  purchases: (LabelledPurchase & Pick<Purchase, 'totalAmount'>)[],
  now: Date,
): { purchaseCount: number; totalSpentCents: number } {
  const counted = purchases.filter((purchase) => purchaseLabel(purchase, now) !== 'Cancelado');
  const paid = purchases.filter((purchase) => purchase.paymentStatus === 'COMPLETED');
  return {
    purchaseCount: counted.length,
    totalSpentCents: paid.reduce((cents, { totalAmount }) => cents + (parseCents(totalAmount) ?? 0), 0),
  };
}

/** `GET /api/admin/customers/{id}/export`: all that the shop keeps about one person. */
export type CustomerExport = {
  exportedAt: string;
  store: string;
  customer: CustomerSummary;
  purchases: ExportedPurchase[];
};

export type ExportedPurchase = Purchase & {
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

const LABELS = {
  Processando: 'Pendente',
  Cancelado: 'Cancelado',
  Completado: 'Completo',
  Falha: 'Falha',
  Reembolsado: 'Reembolsado',
} as const;
