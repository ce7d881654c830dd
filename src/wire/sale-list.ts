import { dayOf, startOf } from './dates.ts';
import { asksForPage, type ListRequest, type ListRules, readListRequest } from './lists.ts';
import { type DayPeriod, isDay, PERIOD_PRESETS, periodOf, shiftDay } from './periods.ts';

/** What the list can be narrowed to: the five labels, and what waits for somebody. */
export const SALE_STATUSES = [
  'Processando',
  'Completado',
  'Cancelado',
  'Falha',
  'Reembolsado',
  'em análise',
  'esperando chave',
  'reembolso em andamento',
] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const SALE_SORTS = ['createdAt', 'total', 'customer', 'product'] as const;
export type SaleSort = (typeof SALE_SORTS)[number];

const SALE_LIST: ListRules<SaleSort> = { sorts: SALE_SORTS, sort: 'createdAt', order: 'desc' };
export const SALE_PAGE_SIZE = 20;

/** Which sales are meant. `from` and `to` are days in São Paulo, both inclusive, such as `2026-11-21`. */
export type SaleFilter = { q: string; status: SaleStatus | null; from: string | null; to: string | null };
export type SaleListRequest = ListRequest<SaleSort> & SaleFilter;

export function asksForSalePage(params: URLSearchParams): boolean {
  return asksForPage(params) || asksForPage(params, ['status', 'period', 'from', 'to']);
}

/** Reads a request from an address. A `period` is said by name, or as two days; what makes no sense counts as not said. */
export function readSaleRequest(params: URLSearchParams, now: Date): SaleListRequest {
  const request = readListRequest(params, SALE_LIST);
  const status = params.get('status')?.toLowerCase();
  const named = readPeriod(params.get('period') ?? '', now);
  return {
    ...request,
    q: searchedFor(request.q),
    status: SALE_STATUSES.find((known) => known.toLowerCase() === status) ?? null,
    from: readDay(params.get('from')) ?? named.from,
    to: readDay(params.get('to')) ?? named.to,
  };
}

export const SALE_PERIODS = [
  { value: '', label: 'Todo o período' },
  { value: 'today', label: 'Hoje' },
  { value: '7d', label: 'Últimos 7 dias' },
  { value: '30d', label: 'Últimos 30 dias' },
  { value: 'month', label: 'Este mês' },
  { value: 'last-month', label: 'Mês passado' },
] as const;

/** Two days of one's own are written `2026-11-01_2026-11-21`; either may be left out. */
export function ownPeriod(from: string, to: string): string {
  return `${from}_${to}`;
}

/** The days of a period that was said as two days, null when it has a name. */
export function readOwnPeriod(period: string): { from: string; to: string } | null {
  const [from, to, ...more] = period.split('_');
  if (from === undefined || to === undefined || more.length > 0) return null;
  return { from: readDay(from) ?? '', to: readDay(to) ?? '' };
}

function readPeriod(period: string, now: Date): DayPeriod {
  const own = readOwnPeriod(period);
  if (own) return { from: own.from || null, to: own.to || null };
  const preset = PERIOD_PRESETS.find(({ id }) => id === period);
  return preset ? periodOf(preset.id, dayOf(now)) : { from: null, to: null };
}

/** The first instant of a day, and of the day after one: what lies between belongs to the period. */
export function boundsOf({ from, to }: Pick<SaleFilter, 'from' | 'to'>): {
  since: string | null;
  until: string | null;
} {
  return {
    since: from && startOf(from).toISOString(),
    until: to && startOf(shiftDay(to, 1)).toISOString(),
  };
}

/** A day that exists, or null. */
function readDay(text: string | null): string | null {
  return text && isDay(text) ? text : null;
}

/** Customers send the address of their page, and lists show ids as `#1a2b3c4d`. */
function searchedFor(q: string): string {
  return /[0-9a-f]{32}/.exec(q)?.[0] ?? q.replace(/^#/, '');
}
