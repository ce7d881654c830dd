import { monthOf, shiftDay, shiftMonth, startOf } from './dates.ts';

/** Both days are inclusive, in São Paulo; null means open. */
export type DayPeriod = { from: string | null; to: string | null };

export const PERIOD_PRESETS = [
  { id: 'today', label: 'Hoje' },
  { id: '7d', label: '7 dias' },
  { id: '30d', label: '30 dias' },
  { id: 'month', label: 'Este mês' },
  { id: 'last-month', label: 'Mês passado' },
  { id: '12m', label: '12 meses' },
  { id: 'all', label: 'Tudo' },
] as const;

export type PeriodPreset = (typeof PERIOD_PRESETS)[number]['id'];

export function periodOf(preset: PeriodPreset, today: string): DayPeriod {
  const month = today.slice(0, 7);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case '7d':
      return { from: shiftDay(today, -6), to: today };
    case '30d':
      return { from: shiftDay(today, -29), to: today };
    case 'month':
      return { from: `${month}-01`, to: today };
    case 'last-month':
      return monthPeriod(shiftMonth(month, -1));
    case '12m':
      return { from: `${shiftMonth(month, -11)}-01`, to: today };
    case 'all':
      return { from: null, to: null };
  }
}

export function monthPeriod(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) };
}

/** Refuses 2026-02-31, which `Date.parse` accepts. */
export function isDay(text: string): boolean {
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && shiftDay(text, 0) === text;
}

/** The day itself where it is one. */
export function mondayOf(day: string): string {
  return shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export function readDay(text: string): string | null {
  return isDay(text) ? text : null;
}

export function boundsOf({ from, to }: DayPeriod): { since: string | null; until: string | null } {
  return {
    since: from && startOf(from).toISOString(),
    until: to && startOf(shiftDay(to, 1)).toISOString(),
  };
}

export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => shiftMonth(monthOf(now), -at));
}

export function formatMonth(month: string): string {
  return monthText.format(startOf(month));
}

const monthText = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', month: 'long', year: 'numeric' });
