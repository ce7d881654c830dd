import * as z from 'zod/mini';
import type { Capability } from '../access/roles.ts';
import { keyOf } from '../basics/text.ts';

export const ATTENTION_PATH = '/api/admin/attention';
export const ACTIVATION_KEYS = '/admin/activation-keys';
export const SALES = '/admin/sales';
export const REVIEWS = '/admin/avaliacoes';
export const INTEGRATIONS = '/admin/integracoes';

/** The screens on which the answers are, as the sidebar names them. */
const AttentionScreen = z.enum([
  '/admin/products-auth',
  '/admin/sales',
  '/admin/avaliacoes',
  '/admin/notas-fiscais',
  '/admin/affiliates',
  '/admin/integracoes',
  '/admin/activation-keys-auth',
  '/admin/settings',
]);

/** Who settles each, and is told of it. */
export const ATTENTION_ALLOWS = {
  failover: 'settings',
  trail: 'readAudit',
  keys_waiting: 'writeKeys',
  review: 'refund',
  withdrawal: 'refund',
  invoice: 'invoices',
  keys_low: 'writeKeys',
  product_review: 'reviews',
  partner_application: 'writePartners',
  kit_hidden: 'writeProducts',
  damaged_file: 'writeProducts',
  bank: 'bank',
  certificate: 'settings',
  bank_differences: 'reconcile',
  hook: 'hooks',
  mail_quota: 'settings',
  mail: 'resend',
  health: 'settings',
  backup: 'settings',
} as const satisfies Record<string, Capability>;

export const AttentionKind = keyOf(ATTENTION_ALLOWS);
export type AttentionKind = z.infer<typeof AttentionKind>;

const AttentionTone = z.enum(['danger', 'warning']);

/** `href` leads to where the owner, and nobody else, can settle it. */
export const AttentionItem = z.object({
  /** The kind and what it is about, such as `keys_waiting:lote`. */
  id: z.string(),
  kind: AttentionKind,
  /** A row that stands for others that are not listed adds more than one to the sidebar. */
  count: z.number(),
  tone: AttentionTone,
  title: z.string(),
  detail: z.string(),
  href: z.string(),
  /** The words of the link. */
  action: z.string(),
  screen: AttentionScreen,
});
export type AttentionItem = z.infer<typeof AttentionItem>;

export const ScreenCount = z.object({
  count: z.number(),
  tone: AttentionTone,
});
export type ScreenCount = z.infer<typeof ScreenCount>;

/** The most urgent first; `total` adds up the counts, and so do those of the screens. */
export const Attention = z.object({
  items: z.array(AttentionItem),
  total: z.number(),
  screens: z.record(z.string(), ScreenCount),
});
export type Attention = z.infer<typeof Attention>;

/** Each kind has so many; the rest is one row. */
export const ATTENTION_ROWS = 5;

/** The dashboard has them all. */
export function toAttention(items: AttentionItem[]): Attention {
  const screens: Record<string, ScreenCount> = {};
  for (const { count, tone, screen } of items) {
    for (const place of ['/admin', screen]) {
      const former = screens[place];
      screens[place] = {
        count: (former?.count ?? 0) + count,
        tone: former?.tone === 'danger' ? 'danger' : tone,
      };
    }
  }
  return { items, total: screens['/admin']?.count ?? 0, screens };
}
