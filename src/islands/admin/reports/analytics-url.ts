import { type DayPeriod, isDay, PERIOD_PRESETS, type PeriodPreset, periodOf } from '#src/wire/basics/periods.ts';
import { readSort } from '#src/wire/lists/lists.ts';
import type { ProductSales } from '#src/wire/reports/analytics.ts';

export type AnalyticsView = {
  choice: PeriodPreset | DayPeriod;
  sort: SortKey;
  order: 'asc' | 'desc';
  /** Pages count from 1. */
  page: number;
  /** With the sales that were paid on other platforms. */
  withHistory: boolean;
};

export const SORT_KEYS = [
  'name',
  'status',
  'price',
  'sales',
  'revenue',
  'share',
  'downloads',
  'keysAvailable',
] as const;
type SortKey = (typeof SORT_KEYS)[number] & keyof ProductSales;

export function readAnalyticsUrl(search: string): AnalyticsView {
  const params = new URLSearchParams(search);
  const page = params.get('page') ?? '';
  return {
    choice: readChoice(params),
    ...readSort(params, { ...USUAL, sorts: SORT_KEYS }),
    withHistory: params.get('historico') === '1',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

export function writeAnalyticsUrl({ choice, sort, order, page, withHistory }: AnalyticsView): string {
  const params = new URLSearchParams();
  if (typeof choice !== 'string') {
    if (choice.from) params.set('from', choice.from);
    if (choice.to) params.set('to', choice.to);
  } else if (choice !== USUAL.choice) params.set('period', choice);
  if (sort !== USUAL.sort || order !== USUAL.order) {
    params.set('sort', sort);
    params.set('order', order);
  }
  if (withHistory) params.set('historico', '1');
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text && `?${text}`;
}

/** `today` is a day in São Paulo. */
export function chosenPeriod(choice: AnalyticsView['choice'], today: string): DayPeriod {
  return typeof choice === 'string' ? periodOf(choice, today) : choice;
}

const USUAL = { choice: '30d', sort: 'revenue', order: 'desc' } satisfies Partial<AnalyticsView>;

function readChoice(params: URLSearchParams): AnalyticsView['choice'] {
  const own = { from: readDay(params.get('from')), to: readDay(params.get('to')) };
  const isOwn = (own.from || own.to) && !(own.from && own.to && own.from > own.to);
  if (isOwn) return own;
  return PERIOD_PRESETS.find(({ id }) => id === params.get('period'))?.id ?? USUAL.choice;
}

function readDay(text: string | null): string | null {
  return text && isDay(text) ? text : null;
}
