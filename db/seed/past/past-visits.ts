import type { FirstItem, PurchaseRow } from '../../tables/purchases.ts';
import type { VisitsRow } from '../../tables/reports.ts';

type Sale = Pick<PurchaseRow, 'createdAt'> & Pick<FirstItem, 'productId'>;
type Source = { source: string; campaign: string | null; medium: string | null; visitsPerSale: number };

/** It takes no random number, so that the sales of the demo shop stay those that they are. */
export function originAt(index: number) {
  const { source, campaign, medium } = sourceAt(index);
  const rest = { medium, content: null, term: null, referrerHost: null, landing: '/' };
  return { originSource: source, originCampaign: campaign, origin: JSON.stringify(rest) };
}

/** Sales like these would need so many visits. */
export function generateVisits(sales: readonly Sale[]): VisitsRow[] {
  const rows = new Map<string, VisitsRow>();
  for (const [index, { createdAt, productId }] of sales.entries()) {
    const { source, campaign, visitsPerSale } = sourceAt(index);
    const visit = { hour: createdAt.slice(0, 13), source, campaign: campaign ?? '' };
    const entries = visitsPerSale + ((index * 7) % 11);
    add(rows, { ...visit, page: '/', entries, visits: entries });
    add(rows, { ...visit, page: `/checkout/${productId}`, entries: 0, visits: 2 + (index % 4) });
  }
  return [...rows.values()];
}

function sourceAt(index: number): Source {
  return SOURCES[index % SOURCES.length] ?? DIRECT;
}

const DIRECT: Source = { source: 'direto', campaign: null, medium: null, visitsPerSale: 21 };
const SOURCES: Source[] = [
  { source: 'youtube', campaign: 'tutorial-cor', medium: 'video', visitsPerSale: 34 },
  { source: 'instagram', campaign: 'stories', medium: 'social', visitsPerSale: 58 },
  { source: 'google', campaign: null, medium: null, visitsPerSale: 29 },
  { source: 'youtube', campaign: 'antes-e-depois', medium: 'video', visitsPerSale: 40 },
  DIRECT,
  { source: 'newsletter', campaign: 'novidades', medium: 'email', visitsPerSale: 12 },
  { source: 'instagram', campaign: 'reels', medium: 'social', visitsPerSale: 71 },
];

function add(rows: Map<string, VisitsRow>, row: VisitsRow): void {
  const key = [row.hour, row.page, row.source, row.campaign].join(' ');
  const known = rows.get(key);
  if (known) {
    known.entries += row.entries;
    known.visits += row.visits;
  } else rows.set(key, row);
}
