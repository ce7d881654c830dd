export const ATTENTION_PATH = '/api/admin/attention';
export const ACTIVATION_KEYS = '/admin/activation-keys';
export const SALES = '/admin/sales';

/** The screens on which the answers are, as the sidebar names them. */
type AttentionScreen = '/admin/products-auth' | '/admin/sales' | '/admin/activation-keys-auth' | '/admin/settings';

export type AttentionKind =
  | 'keys_waiting'
  | 'review'
  | 'withdrawal'
  | 'keys_low'
  | 'damaged_file'
  | 'bank_differences'
  | 'mail'
  | 'health'
  | 'backup';

/** One thing that only the owner can settle; `href` leads to where he does. */
export type AttentionItem = {
  /** The kind and what it is about, such as `keys_waiting:lote`. */
  id: string;
  kind: AttentionKind;
  /** What it adds to the sidebar: more than one where a row stands for others that are not listed. */
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

/** Of each kind; the rest is one row. */
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
