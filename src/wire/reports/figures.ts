import * as z from 'zod/mini';
import { monthOf, shiftDay, shiftMonth, startOf } from '../basics/dates.ts';
import { monthPeriod, type PeriodPreset } from '../basics/periods.ts';

/** Both days are inclusive, in São Paulo; null means open. */
export const DayPeriod = z.object({
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type DayPeriod = z.infer<typeof DayPeriod>;

/** Both days are inclusive. */
export const Days = z.object({
  from: z.string(),
  to: z.string(),
});
export type Days = z.infer<typeof Days>;

/** `before` is null where there is nothing to compare with. */
export const Figure = z.object({
  value: z.number(),
  before: z.nullable(z.number()),
});
export type Figure = z.infer<typeof Figure>;

/** Sales count by the day of their payment; `sales` and `vendas` are in reais. */
export const Figures = z.object({
  period: DayPeriod,
  previous: z.nullable(Days),
  sales: Figure,
  /** It counts first purchases of the period, or all buyers where the period is open. */
  customers: Figure,
  products: Figure,
  /** It is null for a period longer than `MOST_DAYS`. */
  days: z.nullable(
    z.array(
      z.object({
        day: z.string(),
        vendas: z.number(),
      }),
    ),
  ),
  /** Each entry is a day where the period has a month or less, else one of `months`, the oldest first; in reais. */
  course: z.array(
    z.object({
      sales: z.number(),
      customers: z.number(),
      products: z.number(),
    }),
  ),
  /** The twelve months end with that in which the period ends. */
  months: z.array(
    z.object({
      month: z.string(),
      vendas: z.number(),
    }),
  ),
});
export type Figures = z.infer<typeof Figures>;

export const MOST_DAYS = 92;
export const MOST_COURSE_DAYS = 31;
export const FIGURES_PATH = '/api/admin/figures';

export const DASHBOARD_PERIODS = ['month', 'last-month', '7d', '30d', '12m', 'all'] as const satisfies PeriodPreset[];
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

export function figuresAddress({ from, to }: DayPeriod): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return `${FIGURES_PATH}${params && `?${params}`}`;
}

/** The days before: the same ones of the months before where the period begins with a month, or as many. */
export function previousDays({ from, to }: DayPeriod): Days | null {
  if (!from || !to) return null;
  if (!from.endsWith('-01')) return { from: shiftDay(from, -countDays({ from, to })), to: shiftDay(from, -1) };
  const months = monthsBetween(from, to) + 1;
  const [first, last] = [shiftMonth(from.slice(0, 7), -months), shiftMonth(to.slice(0, 7), -months)];
  const { to: end } = monthPeriod(last);
  const sameDay = `${last}-${to.slice(8)}`;
  const isWholeMonth = monthPeriod(to.slice(0, 7)).to === to;
  return { from: `${first}-01`, to: isWholeMonth || sameDay > end ? end : sameDay };
}

export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/**
 * Writes `1 a 21 de outubro`, `outubro`, or `28 de outubro a 3 de novembro`; with the year where it is not `today`'s.
 */
export function daysText({ from, to }: Days, today: string): string {
  const year = to.slice(0, 4) === today.slice(0, 4) ? '' : ` de ${to.slice(0, 4)}`;
  const { from: first, to: last } = monthPeriod(to.slice(0, 7));
  if (from === first && to === last) return `${monthWord(to)}${year}`;
  if (from === to) return `${dayOfMonth(to)} de ${monthWord(to)}${year}`;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayOfMonth(from)} a ${dayOfMonth(to)} de ${monthWord(to)}${year}`;
  const firstYear = from.slice(0, 4) === to.slice(0, 4) ? '' : ` de ${from.slice(0, 4)}`;
  return `${dayOfMonth(from)} de ${monthWord(from)}${firstYear} a ${dayOfMonth(to)} de ${monthWord(to)}${year}`;
}

export function monthWord(day: string): string {
  return monthText.format(startOf(day));
}

type Compared = { value: number | null; before: number | null };

/** Returns a percentage to one decimal; null without a base. */
export function changeOf({ value, before }: Compared): number | null {
  return value === null || before === null || before === 0 ? null : Math.round(((value - before) / before) * 1000) / 10;
}

/** Subtracts two percentages, to one decimal; null where there is none. */
export function pointsBetween({ value, before }: Compared): number | null {
  return value === null || before === null ? null : Math.round((value - before) * 10) / 10;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

function monthsBetween(from: string, to: string): number {
  const [one = 0, other = 0] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return other - one;
}

const monthText = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', month: 'long' });

/** The twelve months up to that of `day`, oldest first. */
export function monthsUntil(day: Date): string[] {
  return Array.from({ length: 12 }, (_, at) => shiftMonth(monthOf(day), at - 11));
}
