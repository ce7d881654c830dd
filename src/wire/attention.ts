export const ATTENTION_PATH = '/api/admin/attention';

/** The screens on which the answers are, as the sidebar names them. */
export type AttentionScreen =
  | '/admin/products-auth'
  | '/admin/sales'
  | '/admin/activation-keys-auth'
  | '/admin/settings';

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

/** The most urgent first; `total` adds up the counts. */
export type Attention = { items: AttentionItem[]; total: number };

/** Of each kind; the rest is one row. */
export const ATTENTION_ROWS = 5;

export type ScreenCount = { count: number; tone: AttentionItem['tone'] };

/** What the sidebar shows, by screen; the dashboard has them all. */
export function countByScreen({ items, total }: Attention): Record<string, ScreenCount> {
  const counts: Record<string, ScreenCount> = {};
  const add = (screen: string, { count, tone }: ScreenCount) => {
    const former = counts[screen];
    counts[screen] = { count: (former?.count ?? 0) + count, tone: former?.tone === 'danger' ? 'danger' : tone };
  };
  for (const item of items) add(item.screen, item);
  if (total > 0)
    add('/admin', { count: total, tone: items.some(({ tone }) => tone === 'danger') ? 'danger' : 'warning' });
  return counts;
}
