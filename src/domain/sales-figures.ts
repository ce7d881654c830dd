import {
  listSalesByHour,
  listSalesByPeriod,
  type SalesTotals,
  sumSales,
  sumSalesBetween,
} from '#db/queries/dashboard.ts';
import { dayOf, shiftMonth, startOf } from '#src/wire/dates.ts';
import { countDays, type Days, type Figures, MOST_DAYS, monthsUntil, previousDays } from '#src/wire/figures.ts';
import { centsToReais } from '#src/wire/money.ts';
import { type DayPeriod, shiftDay } from '#src/wire/periods.ts';
import { readPeriod, spanOf } from './analytics.ts';
import type { Shop } from './shop.ts';

/** Reads totals and hours, never every sale; a sale counts while COMPLETED, on the day of its payment. */
export async function showFigures({ db, clock }: Pick<Shop, 'db' | 'clock'>, asked: DayPeriod): Promise<Figures> {
  const period = readPeriod(asked);
  const previous = previousDays(period);
  const { from, to } = period;
  const sum = ({ start, end }: { start: string; end: string }) => sumSalesBetween(db, start, end);
  const [current, before, days, months] = await Promise.all([
    from === null && to === null ? sumSales(db) : sum(spanOf(period)),
    previous && sum(spanOf(previous)),
    from && to && countDays({ from, to }) <= MOST_DAYS ? listDays(db, { from, to }) : null,
    listMonths(db, to === null ? clock.now() : startOf(to)),
  ]);
  const figure = (name: keyof SalesTotals) => ({ value: current[name], before: before?.[name] ?? null });
  const { value, before: earlier } = figure('salesCents');
  return {
    period,
    previous,
    sales: { value: centsToReais(value), before: earlier === null ? null : centsToReais(earlier) },
    customers: figure('customers'),
    products: figure('products'),
    days,
    months,
  };
}

async function listDays(db: Shop['db'], { from, to }: Days): Promise<NonNullable<Figures['days']>> {
  const { start, end } = spanOf({ from, to });
  const cents = new Map<string, number>();
  for (const { hour, salesCents } of await listSalesByHour(db, start, end)) {
    const day = dayOf(new Date(`${hour}:00:00Z`));
    cents.set(day, (cents.get(day) ?? 0) + salesCents);
  }
  return Array.from({ length: countDays({ from, to }) }, (_, at) => {
    const day = shiftDay(from, at);
    return { day, vendas: centsToReais(cents.get(day) ?? 0) };
  });
}

async function listMonths(db: Shop['db'], last: Date): Promise<Figures['months']> {
  const periods = monthsUntil(last).map((month) => ({
    name: month,
    start: startOf(month).toISOString(),
    end: startOf(shiftMonth(month, 1)).toISOString(),
  }));
  const sums = await listSalesByPeriod(db, periods);
  return sums.map(({ name, salesCents }) => ({ month: name, vendas: centsToReais(salesCents) }));
}
