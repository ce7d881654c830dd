import { listSalesByHour, type SalesTotals, sumSales } from '#db/queries/reports/dashboard.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { dayOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import {
  countDays,
  type Days,
  type Figures,
  MOST_COURSE_DAYS,
  MOST_DAYS,
  monthsUntil,
  previousDays,
} from '#src/wire/reports/figures.ts';
import type { Shop } from '../shop.ts';
import { readPeriod, spanOf } from './analytics.ts';
import { sumSalesOf } from './dashboard.ts';
import { openReports, type Reports } from './report-parts.ts';
import { spanOfPeriod } from './report-plan.ts';

/** Reads totals and hours, never every sale; a sale counts while COMPLETED, on the day of its payment. */
export async function showFigures({ db, clock }: Pick<Shop, 'db' | 'clock'>, asked: DayPeriod): Promise<Figures> {
  const period = readPeriod(asked);
  const previous = previousDays(period);
  const { from, to } = period;
  const { current, before, days, months, course } = await inTransaction(db, async (tx) => {
    await readAsOfOneMoment(tx);
    const reports = await openReports(tx);
    const months = monthsUntil(to === null ? clock.now() : startOf(to));
    const steps = from && to && countDays({ from, to }) <= MOST_COURSE_DAYS ? eachDay({ from, to }) : months;
    return {
      current: from === null && to === null ? await sumSales(tx) : await sumSalesOf(reports, spanOf(period)),
      before: previous && (await sumSalesOf(reports, spanOf(previous))),
      days: from && to && countDays({ from, to }) <= MOST_DAYS ? await listDays(tx, { from, to }) : null,
      months: await listMonths(reports, months),
      course: await listCourse(reports, steps),
    };
  });
  const figure = (name: keyof SalesTotals) => ({ value: current[name], before: before?.[name] ?? null });
  const { value, before: earlier } = figure('salesCents');
  return {
    period,
    previous,
    sales: { value: centsToReais(value), before: earlier === null ? null : centsToReais(earlier) },
    customers: figure('customers'),
    products: figure('products'),
    days,
    course,
    months,
  };
}

async function listDays(db: Queryable, { from, to }: Days): Promise<NonNullable<Figures['days']>> {
  const { start, end } = spanOf({ from, to });
  const cents = new Map<string, number>();
  for (const { hour, salesCents } of await listSalesByHour(db, start, end)) {
    const day = dayOf(new Date(`${hour}:00:00Z`));
    cents.set(day, (cents.get(day) ?? 0) + salesCents);
  }
  return eachDay({ from, to }).map((day) => ({ day, vendas: centsToReais(cents.get(day) ?? 0) }));
}

function eachDay({ from, to }: Days): string[] {
  return Array.from({ length: countDays({ from, to }) }, (_, at) => shiftDay(from, at));
}

/** The steps are days or months. */
async function listCourse(reports: Reports, steps: readonly string[]): Promise<Figures['course']> {
  const spans = steps.map(spanOfPeriod);
  const sold = await reports.sumEach('sold', spans);
  const newBuyers = await reports.sumEach('newBuyers', spans);
  return spans.map((_, at) => ({
    sales: centsToReais(sold[at]?.[0]?.cents ?? 0),
    customers: newBuyers[at]?.[0]?.customers ?? 0,
    products: sold[at]?.[0]?.sales ?? 0,
  }));
}

async function listMonths(reports: Reports, months: readonly string[]): Promise<Figures['months']> {
  const sums = await reports.sumEach('sold', months.map(spanOfPeriod));
  return months.map((month, at) => ({ month, vendas: centsToReais(sums[at]?.[0]?.cents ?? 0) }));
}
