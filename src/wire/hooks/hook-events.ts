import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
/** What the shop tells other systems; the screens call it so. */
export const HOOK_EVENTS = {
  'sale.created': { label: 'Pedido feito', group: 'sale' },
  'sale.paid': { label: 'Venda paga', group: 'sale' },
  'sale.expired': { label: 'Pedido encerrado sem pagamento', group: 'sale' },
  'sale.in_review': { label: 'Venda em análise', group: 'sale' },
  'sale.refunded': { label: 'Venda devolvida', group: 'sale' },
  'sale.withdrawal_requested': { label: 'Desistência pedida', group: 'sale' },
  'key.delivered': { label: 'Chave entregue', group: 'key' },
  'key.waiting': { label: 'Comprador espera a chave', group: 'key' },
  'keys.low': { label: 'Chaves acabando', group: 'key' },
  'license.activated': { label: 'Plugin ativado em um computador', group: 'key' },
  'license.limit_reached': { label: 'Limite de computadores atingido', group: 'key' },
  'release.published': { label: 'Versão publicada', group: 'other' },
  'file.damaged': { label: 'Arquivo com problema', group: 'other' },
  'invoice.requested': { label: 'Nota fiscal pedida', group: 'other' },
  'invoice.failed': { label: 'Nota fiscal com problema', group: 'other' },
  'commission.created': { label: 'Comissão gerada', group: 'other' },
  'commission.reversed': { label: 'Comissão estornada', group: 'other' },
  'customer.erased': { label: 'Dados de um cliente apagados', group: 'other' },
} as const satisfies Record<string, { label: string; group: string }>;

export type HookEvent = keyof typeof HOOK_EVENTS;
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as [HookEvent, ...HookEvent[]];

export const HOOK_EVENT_GROUPS = { sale: 'Vendas', key: 'Chaves e licenças', other: 'Outros' } as const;

/** What a receiver gets, and the event log shows. */
export const ShopEvent = z.object({
  id: z.string(),
  type: keyOf(HOOK_EVENTS),
  createdAt: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ShopEvent = z.infer<typeof ShopEvent>;

/** A test is no event of the shop. */
export type SentEvent = Omit<ShopEvent, 'type'> & { type: HookEvent | 'ping' };

export const EVENT_LOG_DAYS = 30;
