import { dayOf } from '../basics/dates.ts';
import { type DayPeriod, PERIOD_PRESETS, periodOf, readDay } from '../basics/periods.ts';
import { defineList, type RequestOf } from '../lists/lists.ts';
import { readSaleStatus, type SaleStatus } from '../purchases/purchase-status.ts';
import { readOriginFilter } from '../reports/origins.ts';

/** The period is a preset or two days; `from` and `to` override it. */
export const SALE_LIST = defineList({
  name: 'sales',
  path: '/api/admin/purchases',
  sorts: ['createdAt', 'total', 'customer', 'product'],
  sort: 'createdAt',
  filters: { status: readSaleStatus, period: readPeriod, from: readDay, to: readDay, origem: readOriginFilter },
  screenPageSize: 20,
});
export type SaleListRequest = RequestOf<typeof SALE_LIST>;
export type SaleSort = SaleListRequest['sort'];

/** `from` and `to` are days in São Paulo, both inclusive. */
export type SaleFilter = {
  q: string;
  status: SaleStatus | null;
  from: string | null;
  to: string | null;
  /** `parseOriginFilter` reads it. */
  origem: string | null;
};

export function saleFilterOf({ q, status, period, from, to, origem }: SaleListRequest, now: Date): SaleFilter {
  const days = daysOf(period ?? '', now);
  return { q: searchedFor(q), status, from: from ?? days.from, to: to ?? days.to, origem };
}

export const SALE_PERIODS = [
  { value: '', label: 'Todo o período' },
  { value: 'today', label: 'Hoje' },
  { value: '7d', label: 'Últimos 7 dias' },
  { value: '30d', label: 'Últimos 30 dias' },
  { value: 'month', label: 'Este mês' },
  { value: 'last-month', label: 'Mês passado' },
] as const;

/** `2026-11-01_2026-11-21`; either may be empty. */
export function ownPeriod(from: string, to: string): string {
  return `${from}_${to}`;
}

export function readOwnPeriod(period: string): { from: string; to: string } | null {
  const [from, to, ...more] = period.split('_');
  if (from === undefined || to === undefined || more.length > 0) return null;
  return { from: readDay(from) ?? '', to: readDay(to) ?? '' };
}

function readPeriod(text: string): string | null {
  const own = readOwnPeriod(text);
  if (own) return ownPeriod(own.from, own.to);
  return PERIOD_PRESETS.find(({ id }) => id === text)?.id ?? null;
}

function daysOf(period: string, now: Date): DayPeriod {
  const own = readOwnPeriod(period);
  if (own) return { from: own.from || null, to: own.to || null };
  const preset = PERIOD_PRESETS.find(({ id }) => id === period);
  return preset ? periodOf(preset.id, dayOf(now)) : { from: null, to: null };
}

/** Customers send their page's address, and lists show ids as `#1a2b3c4d`. */
function searchedFor(q: string): string {
  return /[0-9a-f]{32}/.exec(q)?.[0] ?? q.replace(/^#/, '');
}
