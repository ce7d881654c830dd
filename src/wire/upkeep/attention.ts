export const ATTENTION_PATH = '/api/admin/attention';
export const ACTIVATION_KEYS = '/admin/activation-keys';
export const SALES = '/admin/sales';

/** The screens on which the answers are, as the sidebar names them. */
type AttentionScreen = '/admin/products-auth' | '/admin/sales' | '/admin/activation-keys-auth' | '/admin/settings';

export type AttentionKind =
  | 'failover'
  | 'keys_waiting'
  | 'review'
  | 'withdrawal'
  | 'keys_low'
  | 'damaged_file'
  | 'bank'
  | 'certificate'
  | 'bank_differences'
  | 'mail_quota'
  | 'mail'
  | 'health'
  | 'backup';

/** `href` leads to where the owner, and nobody else, can settle it. */
export type AttentionItem = {
  /** The kind and what it is about, such as `keys_waiting:lote`. */
  id: string;
  kind: AttentionKind;
  /** A row that stands for others that are not listed adds more than one to the sidebar. */
  count: number;
  tone: 'danger' | 'warning';
  title: string;
  detail: string;
  href: string;
  /** The words of the link. */
  action: string;
  screen: AttentionScreen;
};

/** The most urgent first; `total` adds up the counts, and so do those of the screens. */
export type Attention = { items: AttentionItem[]; total: number; screens: Record<string, ScreenCount> };

/** Each kind has so many; the rest is one row. */
export const ATTENTION_ROWS = 5;

export type ScreenCount = { count: number; tone: AttentionItem['tone'] };

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
