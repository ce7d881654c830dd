import type { Span } from '#db/queries/reports/analytics.ts';
import type { KeptReports } from '#db/queries/reports/report-parts.ts';
import { dayOf, shiftDay, shiftMonth, startOf } from '#src/wire/basics/dates.ts';

export type ReportPlan = {
  /** The parts of these days and months stand for them. */
  periods: string[];
  /** These are added up from the rows. */
  gaps: Span[];
};

export const BEFORE_ALL = '0000';
export const AFTER_ALL = '9999';

/** Takes months where they lie in the span as a whole, days at its ends, and rows for what changed or is too new. */
export function planReport({ start, end }: Span, { kept, changedHours }: KeptReports): ReportPlan {
  if (!kept) return { periods: [], gaps: [{ start, end }] };
  const changed = new Set(changedHours.map(dayOfHour));
  const plan = walk({ start, end }, { ...kept, changed });
  if (plan.gaps.length <= MOST_GAPS) return plan;
  const inside = [...changed]
    .filter((day) => startOf(nextDay(day)).toISOString() > start && firstMoment(day) < end)
    .sort();
  return walk({ start, end }, { ...kept, changed: daysBetween(inside[0] ?? kept.since, inside.at(-1) ?? kept.until) });
}

/** The day to whose span this hour belongs, though the clocks of São Paulo went back in it. */
export function dayOfHour(hour: string): string {
  const at = `${hour}:00:00.000Z`;
  const day = dayOf(new Date(at));
  return firstMoment(nextDay(day)) <= at ? nextDay(day) : day;
}

export function spanOfPeriod(dayOrMonth: string): Span {
  const next = dayOrMonth.length === MONTH_LENGTH ? shiftMonth(dayOrMonth, 1) : nextDay(dayOrMonth);
  return { start: firstMoment(dayOrMonth), end: firstMoment(next) };
}

export function nextDay(day: string): string {
  return shiftDay(day, 1);
}

/** Each gap is a statement for each report. */
const MOST_GAPS = 6;
const MONTH_LENGTH = '2026-11'.length;

type Kept = { since: string; until: string; changed: Set<string> };

function walk({ start, end }: Span, { since, until, changed }: Kept): ReportPlan {
  const periods: string[] = [];
  const gaps: Span[] = [];
  const addGap = (gap: Span) => {
    const last = gaps.at(-1);
    if (last?.end === gap.start) last.end = gap.end;
    else gaps.push(gap);
  };
  // Days before all parts have no rows.
  const earliest = [since, ...changed].reduce((one, other) => (one < other ? one : other));
  let day = earliest;
  if (start > firstMoment(earliest)) {
    day = dayOfHour(start.slice(0, HOUR_LENGTH));
    if (firstMoment(day) < start) {
      day = nextDay(day);
      const head = { start, end: smaller(firstMoment(day), end) };
      if (head.start < head.end) addGap(head);
    }
  }
  const changedMonths = new Set([...changed].map(monthOfDay));
  while (day < until && firstMoment(nextDay(day)) <= end) {
    const month = monthOfDay(day);
    const nextMonth = `${shiftMonth(month, 1)}-01`;
    if (day.endsWith('-01') && nextMonth <= until && !changedMonths.has(month) && firstMoment(nextMonth) <= end) {
      periods.push(month);
      day = nextMonth;
      continue;
    }
    if (changed.has(day)) addGap(spanOfPeriod(day));
    else periods.push(day);
    day = nextDay(day);
  }
  if (firstMoment(day) < end) addGap({ start: firstMoment(day), end });
  return { periods, gaps };
}

const HOUR_LENGTH = '2026-11-21T12'.length;

function firstMoment(dayOrMonth: string): string {
  return startOf(dayOrMonth).toISOString();
}

function monthOfDay(day: string): string {
  return day.slice(0, MONTH_LENGTH);
}

function smaller(one: string, other: string): string {
  return one < other ? one : other;
}

function daysBetween(first: string, last: string): Set<string> {
  const days = new Set<string>();
  for (let day = first; day <= last; day = nextDay(day)) days.add(day);
  return days;
}
