import * as z from 'zod/mini';
import type { Capability } from '../access/roles.ts';
import { keyOf } from '../basics/text.ts';

export const ATTENTION_PATH = '/api/admin/attention';
export const ACTIVATION_KEYS = '/admin/activation-keys';
export const SALES = '/admin/sales';
export const REVIEWS = '/admin/avaliacoes';
export const INTEGRATIONS = '/admin/integracoes';

/** Who settles each, and is told of it; and the screen on which the answer is, as the sidebar names it. */
export const ATTENTION_KINDS = {
  failover: { allow: 'settings', screen: '/admin/settings' },
  trail: { allow: 'readAudit', screen: '/admin/settings' },
  keys_waiting: { allow: 'writeKeys', screen: '/admin/activation-keys-auth' },
  review: { allow: 'refund', screen: SALES },
  withdrawal: { allow: 'refund', screen: SALES },
  invoice: { allow: 'invoices', screen: '/admin/notas-fiscais' },
  keys_low: { allow: 'writeKeys', screen: '/admin/activation-keys-auth' },
  product_review: { allow: 'reviews', screen: REVIEWS },
  partner_application: { allow: 'writePartners', screen: '/admin/affiliates' },
  kit_hidden: { allow: 'writeProducts', screen: '/admin/products-auth' },
  damaged_file: { allow: 'writeProducts', screen: '/admin/products-auth' },
  bank: { allow: 'bank', screen: '/admin/settings' },
  certificate: { allow: 'settings', screen: '/admin/settings' },
  bank_differences: { allow: 'reconcile', screen: SALES },
  hook: { allow: 'hooks', screen: INTEGRATIONS },
  mail_quota: { allow: 'settings', screen: '/admin/settings' },
  mail: { allow: 'resend', screen: '/admin/settings' },
  health: { allow: 'settings', screen: '/admin/settings' },
  backup: { allow: 'settings', screen: '/admin/settings' },
} as const satisfies Record<string, { allow: Capability; screen: string }>;

export const AttentionKind = keyOf(ATTENTION_KINDS);
export type AttentionKind = z.infer<typeof AttentionKind>;

// @__NO_SIDE_EFFECTS__
function screensOf(kinds: typeof ATTENTION_KINDS) {
  return z.enum([...new Set(Object.values(kinds).map(({ screen }) => screen))]);
}

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
  screen: screensOf(ATTENTION_KINDS),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** What is said of one; it counts as one unless it says more. */
export type AttentionRow = Omit<AttentionItem, 'kind' | 'count' | 'screen'> & { count?: number };

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
