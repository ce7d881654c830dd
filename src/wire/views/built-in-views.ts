import type { Capability } from '../access/roles.ts';

/**
 * Lists of the back-office that keep views, by the name that the address of the call has, and what the views of each are
 * for, and may say: its rows.
 */
export const LIST_ALLOWS = {
  sales: 'readSales',
  products: 'writeProducts',
  'activation-keys': 'readKeys',
  customers: 'readSales',
  coupons: 'coupons',
  affiliates: 'readPartners',
  commissions: 'readPartners',
  reviews: 'reviews',
  invoices: 'invoices',
  audit: 'readAudit',
} as const satisfies Record<string, Capability>;
export type ListName = keyof typeof LIST_ALLOWS;
export const LIST_NAMES = Object.keys(LIST_ALLOWS) as ListName[];

/** It ships with a list: made of its filters and sorts, kept in no row, and the same for everybody. */
export type BuiltInView = { id: string; name: string; query: string };

export const BUILT_IN_VIEWS: Record<ListName, readonly BuiltInView[]> = {
  sales: [
    { id: 'to-receive', name: 'A receber', query: 'status=processing' },
    { id: 'waiting-for-key', name: 'Esperando chave', query: 'status=waiting_for_key' },
    { id: 'refunded', name: 'Devolvidas', query: 'status=refunded' },
  ],
  products: [
    { id: 'active', name: 'Ativos', query: 'state=active' },
    { id: 'in-review', name: 'Em revisão', query: 'state=review' },
    { id: 'running-low', name: 'Acabando', query: 'state=low' },
  ],
  'activation-keys': [
    { id: 'free', name: 'Disponíveis', query: 'status=available' },
    { id: 'full', name: 'No limite', query: 'machines=full' },
    { id: 'revoked', name: 'Revogadas', query: 'status=revoked' },
  ],
  customers: [
    { id: 'biggest', name: 'Quem mais gastou', query: 'sort=totalSpent&order=desc' },
    { id: 'latest', name: 'Compraram há pouco', query: 'sort=lastPurchaseDate&order=desc' },
  ],
  coupons: [
    { id: 'active', name: 'Ativos', query: 'status=active' },
    { id: 'inactive', name: 'Inativos', query: 'status=inactive' },
    { id: 'most-used', name: 'Mais usados', query: 'sort=used&order=desc' },
  ],
  affiliates: [
    { id: 'to-pay', name: 'Mais a pagar', query: 'sort=pendingCommission&order=desc' },
    { id: 'best', name: 'Quem mais vende', query: 'sort=totalSales&order=desc' },
  ],
  commissions: [
    { id: 'to-pay', name: 'A pagar', query: 'status=pending' },
    { id: 'paid', name: 'Pagas', query: 'status=paid' },
  ],
  reviews: [
    { id: 'pending', name: 'Para ler', query: 'state=pending' },
    { id: 'shown', name: 'Na página', query: 'state=shown' },
    { id: 'hidden', name: 'Ocultas', query: 'state=hidden' },
  ],
  invoices: [
    { id: 'requested', name: 'Pedidas', query: 'state=requested' },
    { id: 'queued', name: 'Na fila', query: 'state=queued' },
    { id: 'failed', name: 'Falhou', query: 'state=failed' },
    { id: 'cancel', name: 'Cancelar', query: 'state=cancel_needed' },
    { id: 'issued', name: 'Emitidas', query: 'state=issued' },
  ],
  audit: [
    { id: 'sales', name: 'Vendas', query: 'kind=purchase' },
    { id: 'products', name: 'Produtos', query: 'kind=product' },
    { id: 'access', name: 'Entradas', query: 'kind=access' },
  ],
};
