import type { Capability } from '../access/roles.ts';
import { formatCents } from '../basics/money.ts';
import type { HookEvent } from '../hooks/hook-events.ts';

/** What a phone is told of, by which event, and what its person must be allowed to see; `label` on the screen, `one` and `many` in the sum of several. */
export const NOTIFICATION_KINDS = {
  sale: { event: 'sale.paid', allow: 'readSales', label: 'Venda paga', one: 'venda', many: 'vendas' },
  review: {
    event: 'sale.in_review',
    allow: 'refund',
    label: 'Pix em análise',
    one: 'Pix em análise',
    many: 'Pix em análise',
  },
  withdrawal: {
    event: 'sale.withdrawal_requested',
    allow: 'readWithdrawals',
    label: 'Desistência',
    one: 'desistência',
    many: 'desistências',
  },
  keys_low: {
    event: 'keys.low',
    allow: 'writeKeys',
    label: 'Poucas chaves',
    one: 'produto com poucas chaves',
    many: 'produtos com poucas chaves',
  },
  file: {
    event: 'file.damaged',
    allow: 'writeProducts',
    label: 'Arquivo com problema',
    one: 'arquivo com problema',
    many: 'arquivos com problema',
  },
  invoice: {
    event: 'invoice.failed',
    allow: 'invoices',
    label: 'Nota fiscal com problema',
    one: 'nota fiscal com problema',
    many: 'notas fiscais com problema',
  },
} as const satisfies Record<string, { event: HookEvent; allow: Capability; label: string; one: string; many: string }>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const ALL_NOTIFICATION_KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** Of one kind: `soldCents` is the money of its sales. */
export function countOfKind(kind: NotificationKind, count: number, soldCents: number): string {
  const { one, many } = NOTIFICATION_KINDS[kind];
  return `${count} ${count === 1 ? one : many}${kind === 'sale' ? `: ${formatCents(soldCents)}` : ''}`;
}
