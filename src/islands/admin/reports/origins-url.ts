import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { ORIGIN_GROUPS, type OriginGroup, writeOriginFilter } from '#src/wire/reports/origins.ts';
import { type AnalyticsView, readAnalyticsUrl, writeAnalyticsUrl } from './analytics-url.ts';

export type OriginsView = { choice: AnalyticsView['choice']; by: OriginGroup };

export function readOriginsUrl(search: string): OriginsView {
  const by = new URLSearchParams(search).get('by') ?? '';
  return { choice: readAnalyticsUrl(search).choice, by: isGroup(by) ? by : 'source' };
}

export function writeOriginsUrl({ choice, by }: OriginsView): string {
  const params = new URLSearchParams(periodSearch(choice));
  if (by !== 'source') params.set('by', by);
  const text = params.toString();
  return text && `?${text}`;
}

/** Writes what both pages of Estatísticas read of an address. */
export function periodSearch(choice: AnalyticsView['choice']): string {
  return writeAnalyticsUrl({ choice, sort: 'revenue', order: 'desc', page: 1, withHistory: false });
}

export function originsAddress({ from, to }: DayPeriod, { by }: Pick<OriginsView, 'by'>): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }), by });
  return `/api/admin/analytics/origins?${params.toString()}`;
}

/** The sales that a row counts: those that began in its period. */
export function salesOf(by: OriginGroup, key: string, { from, to }: DayPeriod): string {
  const origem = writeOriginFilter({ by, key });
  const params = new URLSearchParams({ origem, ...(from && { from }), ...(to && { to }) });
  return `/admin/sales?${params.toString()}`;
}

function isGroup(text: string): text is OriginGroup {
  return Object.hasOwn(ORIGIN_GROUPS, text);
}
