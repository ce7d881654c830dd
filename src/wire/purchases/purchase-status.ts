import type { FailureReason, PaymentStatus, PurchaseRecord, ReviewReason } from './purchases.ts';

export const PURCHASE_STATUS_LABELS = {
  processing: 'Processando',
  completed: 'Completado',
  cancelled: 'Cancelado',
  failed: 'Falha',
  refunded: 'Reembolsado',
} as const;

export type PurchaseStatusLabel = (typeof PURCHASE_STATUS_LABELS)[keyof typeof PURCHASE_STATUS_LABELS];

export const WAITING_LABELS = {
  under_review: 'Em análise',
  waiting_for_key: 'Esperando chave',
  refund_pending: 'Reembolso em andamento',
  withdrawal: 'Desistência',
} as const;

export const SALE_STATUS_LABELS = { ...PURCHASE_STATUS_LABELS, ...WAITING_LABELS } as const;
export type SaleStatus = keyof typeof SALE_STATUS_LABELS;

export const SALE_STATUSES: readonly SaleStatus[] = Object.keys(SALE_STATUS_LABELS).filter(isSaleStatus);

/** The label is read too, since old addresses contain it. */
export function readSaleStatus(text: string): SaleStatus | null {
  if (isSaleStatus(text)) return text;
  const label = text.normalize('NFC').toLowerCase();
  return SALE_STATUSES.find((status) => SALE_STATUS_LABELS[status].toLowerCase() === label) ?? null;
}

function isSaleStatus(text: string): text is SaleStatus {
  return Object.hasOwn(SALE_STATUS_LABELS, text);
}

type OrderFacts = {
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: ReviewReason | null;
  expiresAt: string;
};

export function orderExpiry(order: OrderFacts): string | null {
  return order.status === 'PENDING' && order.review === null ? order.expiresAt : null;
}

export function storedStatusLabel(order: OrderFacts): PurchaseStatusLabel {
  if (order.status === 'FAILED') {
    return order.failureReason === 'expired' ? PURCHASE_STATUS_LABELS.cancelled : PURCHASE_STATUS_LABELS.failed;
  }
  return STANDING_LABELS[order.status];
}

const STANDING_LABELS = {
  PENDING: PURCHASE_STATUS_LABELS.processing,
  COMPLETED: PURCHASE_STATUS_LABELS.completed,
  REFUNDED: PURCHASE_STATUS_LABELS.refunded,
} as const;

/** Cancelado from the expiry on, even before it is stored. */
export function currentStatusLabel(
  order: { status: PurchaseStatusLabel; expiresAt: string | null },
  now: Date,
): PurchaseStatusLabel {
  const isOver =
    order.status === PURCHASE_STATUS_LABELS.processing &&
    order.expiresAt !== null &&
    Date.parse(order.expiresAt) <= now.getTime();
  return isOver ? PURCHASE_STATUS_LABELS.cancelled : order.status;
}

export type StatusTone = 'success' | 'warning' | 'danger' | 'neutral';

/** Red is what went wrong: a Pix that nobody paid and money that went back are only over. */
export function statusTone(status: PurchaseStatusLabel): StatusTone {
  return STATUS_TONES[status];
}

const STATUS_TONES = {
  [PURCHASE_STATUS_LABELS.processing]: 'warning',
  [PURCHASE_STATUS_LABELS.completed]: 'success',
  [PURCHASE_STATUS_LABELS.cancelled]: 'neutral',
  [PURCHASE_STATUS_LABELS.failed]: 'danger',
  [PURCHASE_STATUS_LABELS.refunded]: 'neutral',
} as const satisfies Record<PurchaseStatusLabel, StatusTone>;

export type PurchaseFacts = Pick<PurchaseRecord, 'paymentStatus' | 'failureReason' | 'review' | 'expiresAt'>;

export function saleStatusLabel({ paymentStatus, ...facts }: PurchaseFacts, now: Date): PurchaseStatusLabel {
  const order = { ...facts, status: paymentStatus };
  return currentStatusLabel({ status: storedStatusLabel(order), expiresAt: orderExpiry(order) }, now);
}

export type CustomerStatusLabel = (typeof CUSTOMER_LABELS)[PurchaseStatusLabel];

export function customerStatusLabel(purchase: PurchaseFacts, now: Date): CustomerStatusLabel {
  return CUSTOMER_LABELS[saleStatusLabel(purchase, now)];
}

export function customerStatusTone(purchase: PurchaseFacts, now: Date): StatusTone {
  return statusTone(saleStatusLabel(purchase, now));
}

export const CUSTOMER_LABELS = {
  [PURCHASE_STATUS_LABELS.processing]: 'Pendente',
  [PURCHASE_STATUS_LABELS.cancelled]: 'Cancelado',
  [PURCHASE_STATUS_LABELS.completed]: 'Completo',
  [PURCHASE_STATUS_LABELS.failed]: 'Falha',
  [PURCHASE_STATUS_LABELS.refunded]: 'Reembolsado',
} as const satisfies Record<PurchaseStatusLabel, string>;
