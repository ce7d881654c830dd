export const ORDER_LABELS = {
  processing: 'Processando',
  completed: 'Completado',
  cancelled: 'Cancelado',
  failed: 'Falha',
  refunded: 'Reembolsado',
} as const;

export type OrderStatus = (typeof ORDER_LABELS)[keyof typeof ORDER_LABELS];

export const WAITING_LABELS = {
  under_review: 'Em análise',
  waiting_for_key: 'Esperando chave',
  refund_pending: 'Reembolso em andamento',
} as const;

export const SALE_STATUS_LABELS = { ...ORDER_LABELS, ...WAITING_LABELS } as const;
export type SaleStatus = keyof typeof SALE_STATUS_LABELS;

export const SALE_STATUSES: readonly SaleStatus[] = Object.keys(SALE_STATUS_LABELS).filter(isSaleStatus);

/** Old addresses contain the label. */
export function readSaleStatus(text: string): SaleStatus | null {
  if (isSaleStatus(text)) return text;
  const label = text.normalize('NFC').toLowerCase();
  return SALE_STATUSES.find((status) => SALE_STATUS_LABELS[status].toLowerCase() === label) ?? null;
}

function isSaleStatus(text: string): text is SaleStatus {
  return Object.hasOwn(SALE_STATUS_LABELS, text);
}
