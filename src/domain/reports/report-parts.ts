import { countSoldKeys } from '#db/queries/keys/key-stock.ts';
import {
  countNewBuyers,
  countStarted,
  listSalesByCoupon,
  listSalesByKit,
  listSalesByProduct,
  type Span,
  sumRefunds,
  sumSold,
} from '#db/queries/reports/analytics.ts';
import {
  deleteChangedHours,
  deleteKeptReports,
  deleteReportParts,
  findDatabaseTime,
  findKeptReports,
  findNextReportedHour,
  type KeptDays,
  listReportParts,
  replaceReportParts,
  takeReports,
  upsertKeptReports,
} from '#db/queries/reports/report-parts.ts';
import { listOrdersByOrigin, sumOrders, sumVisits } from '#db/queries/reports/sales-by-origin.ts';
import type { ReportPartRow } from '#db/tables/reports.ts';
import type { Database, Queryable } from '#db/tables.ts';
import { inTransaction, planOnce, workAsOfOneMoment } from '#db/transactions.ts';
import { dayOf, shiftMonth } from '#src/wire/basics/dates.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { dayOfHour, nextDay, planReport, spanOfPeriod } from './report-plan.ts';

/** A span has the sum of what its parts have: rows of names and of numbers that add up. */
const REPORTS = {
  products: listSalesByProduct,
  kits: listSalesByKit,
  coupons: listSalesByCoupon,
  sold: sumSold,
  started: countStarted,
  refunds: sumRefunds,
  newBuyers: countNewBuyers,
  soldKeys: countSoldKeys,
  orders: sumOrders,
  ordersBySource: (db: Queryable, span: Span) => listOrdersByOrigin(db, 'source', span),
  ordersByCampaign: (db: Queryable, span: Span) => listOrdersByOrigin(db, 'campaign', span),
  ordersByProduct: (db: Queryable, span: Span) => listOrdersByOrigin(db, 'product', span),
  ordersByCoupon: (db: Queryable, span: Span) => listOrdersByOrigin(db, 'coupon', span),
  ordersByAffiliate: (db: Queryable, span: Span) => listOrdersByOrigin(db, 'affiliate', span),
  visits: (db: Queryable, span: Span) => sumVisits(db, null, span),
  visitsBySource: (db: Queryable, span: Span) => sumVisits(db, 'source', span),
  visitsByCampaign: (db: Queryable, span: Span) => sumVisits(db, 'campaign', span),
  visitsByPage: (db: Queryable, span: Span) => sumVisits(db, 'page', span),
};

/** What they say of the sales of other platforms, which no part keeps. */
const HISTORY: { [Name in ReportName]?: (typeof REPORTS)[Name] } = {
  products: (db, span) => listSalesByProduct(db, span, 'imported'),
  sold: (db, span) => sumSold(db, span, 'imported'),
  refunds: (db, span) => sumRefunds(db, span, 'imported'),
};

type ReportName = keyof typeof REPORTS;
type Rows<Name extends ReportName> = Awaited<ReturnType<(typeof REPORTS)[Name]>>;
type ReportRows<Name extends ReportName> = { [One in Name]: Rows<One> };

export type Reports = {
  sum<Name extends ReportName>(names: readonly Name[], span: Span): Promise<ReportRows<Name>>;
  /** Each span has one. */
  sumEach<Name extends ReportName>(name: Name, spans: readonly Span[]): Promise<Rows<Name>[]>;
};

/**
 * The transaction must see one moment, so that parts and rows belong together. Its sums have the sales of other platforms where
 * `withHistory` says so.
 */
export async function openReports(tx: Queryable, withHistory = false): Promise<Reports> {
  const known = await findKeptReports(tx);
  const sumPlanned = async <Name extends ReportName>(names: readonly Name[], spans: readonly Span[]) => {
    const plans = spans.map((span) => planReport(span, known));
    const parts = await readParts(tx, names, [...new Set(plans.flatMap(({ periods }) => periods))]);
    const sums: ReportRows<Name>[] = [];
    for (const [at, { periods, gaps }] of plans.entries()) {
      const sum: Partial<Record<Name, Row[]>> = {};
      for (const name of names) {
        const tables = periods.flatMap((period) => parts.get(`${name} ${period}`) ?? []);
        for (const gap of gaps) tables.push(tableOf(await REPORTS[name](tx, gap)));
        const span = spans[at];
        const history = withHistory && span ? await HISTORY[name]?.(tx, span) : undefined;
        if (history) tables.push(tableOf(history));
        sum[name] = rowsOf(addUp(tables));
      }
      sums.push(sum as ReportRows<Name>);
    }
    return sums;
  };
  return {
    async sum(names, span) {
      const [sum] = await sumPlanned(names, [span]);
      if (!sum) throw new Error('A span has one sum.');
      return sum;
    },
    sumEach: async (name, spans) => (await sumPlanned([name], spans)).map((sum) => sum[name]),
  };
}

/** Adds up the days that are over, oldest first, and those in which something changed again; the leader's work. */
export async function keepReports({ db }: Pick<Shop, 'db'>, stopping?: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  while (!stopping?.aborted && performance.now() - startedAt < LONGEST_TURN_MS) {
    if (!(await inTransaction(db, (tx) => keepNext(tx)))) return;
    await yieldToEventLoop();
  }
}

/** Holds up whoever else works with this database, as before a shop opens. */
export async function keepAllReports(db: Database): Promise<void> {
  while (await inTransaction(db, (tx) => keepNext(tx, true)));
}

const LONGEST_TURN_MS = 500;
/** It is two hours, longer than any transaction, after the triggers of `0034` begin to note an hour's changes. */
const OVER_FOR_MS = 4 * HOUR_MS;
/** The shop's own writes never wait long for so few. */
const DAYS_AT_ONCE = 8;

/** Returns false when nothing is left to do. */
async function keepNext(tx: Queryable, isOneOfMany = false): Promise<boolean> {
  await workAsOfOneMoment(tx);
  // PostgreSQL takes longer to plan these than a small shop's rows take.
  if (isOneOfMany) await planOnce(tx);
  if (!(await takeReports(tx))) return false;
  const { kept, changedHours } = await findKeptReports(tx);
  if (changedHours.length === 0) return keepNextDay(tx, kept);
  if (kept) await keepChanged(tx, kept, changedHours);
  else await deleteChangedHours(tx, changedHours);
  return true;
}

async function keepChanged(tx: Queryable, kept: KeptDays, hours: string[]): Promise<void> {
  const hoursOf = Map.groupBy(hours, dayOfHour);
  const days = [...hoursOf.keys()].toSorted();
  const [first = ''] = days;
  const month = monthOfDay(first);
  const taken = days.filter((day) => day >= kept.until || monthOfDay(day) === month).slice(0, DAYS_AT_ONCE);
  await deleteChangedHours(
    tx,
    taken.flatMap((day) => hoursOf.get(day) ?? []),
  );
  // Days that are not kept yet will be added up from all their rows.
  for (const day of taken.filter((one) => one < kept.until)) await keepDay(tx, day);
  if (first < kept.since) await upsertKeptReports(tx, { ...kept, since: first });
  if (isOver(month, kept.until)) await keepMonth(tx, month);
}

async function keepNextDay(tx: Queryable, kept: KeptDays | null): Promise<boolean> {
  const now = await findDatabaseTime(tx);
  const firstOpen = dayOf(new Date(now.getTime() - OVER_FOR_MS));
  // A clock that ran ahead counted days before their sales.
  if (kept && kept.until > dayOf(now)) return forgetReports(tx);
  if (kept && kept.until >= firstOpen) return false;
  const hour = await findNextReportedHour(tx, kept ? spanOfPeriod(kept.until).start : '');
  const next = hour === null ? firstOpen : dayOfHour(hour);
  if (!kept && next >= firstOpen) return false;
  if (!kept) await deleteReportParts(tx);
  const since = kept?.since ?? next;
  const day = next < firstOpen ? next : null;
  const until = day === null ? firstOpen : nextDay(day);
  if (day !== null) await keepDay(tx, day);
  const unfinished = monthOfDay(kept?.until ?? next);
  for (const month of new Set([unfinished, monthOfDay(next)])) {
    if (isOver(month, until)) await keepMonth(tx, month);
  }
  await upsertKeptReports(tx, { since, until });
  return true;
}

async function forgetReports(tx: Queryable): Promise<true> {
  await deleteReportParts(tx);
  await deleteKeptReports(tx);
  return true;
}

async function keepDay(tx: Queryable, day: string): Promise<void> {
  const span = spanOfPeriod(day);
  const parts: ReportPartRow[] = [];
  for (const report of NAMES) parts.push(...toPart(report, day, [tableOf(await REPORTS[report](tx, span))]));
  await replaceReportParts(tx, [day], parts);
}

async function keepMonth(tx: Queryable, month: string): Promise<void> {
  const next = `${shiftMonth(month, 1)}-01`;
  const days: string[] = [];
  for (let day = `${month}-01`; day < next; day = nextDay(day)) days.push(day);
  const parts = await readParts(tx, NAMES, days);
  const months = NAMES.flatMap((report) =>
    toPart(
      report,
      month,
      days.flatMap((day) => parts.get(`${report} ${day}`) ?? []),
    ),
  );
  await replaceReportParts(tx, [month], months);
}

const NAMES = Object.keys(REPORTS) as ReportName[];

function isOver(month: string, until: string): boolean {
  return `${shiftMonth(month, 1)}-01` <= until;
}

function monthOfDay(day: string): string {
  return day.slice(0, '2026-11'.length);
}

type Value = string | number | null;
type Row = Record<string, Value>;
/** Parts have a column's name once, because a year of a large shop has thousands of rows. */
type Table = { columns: string[]; rows: Value[][] };

async function readParts(tx: Queryable, names: readonly ReportName[], periods: string[]): Promise<Map<string, Table>> {
  const parts = periods.length === 0 ? [] : await listReportParts(tx, names, periods);
  return new Map(parts.map(({ report, period, rows }) => [`${report} ${period}`, JSON.parse(rows) as Table]));
}

function toPart(report: ReportName, period: string, tables: Table[]): ReportPartRow[] {
  const { columns, rows } = addUp(tables);
  const counting = rows.filter((row) => row.some((value) => typeof value === 'number' && value !== 0));
  return counting.length === 0 ? [] : [{ report, period, rows: JSON.stringify({ columns, rows: counting }) }];
}

function tableOf(rows: Row[]): Table {
  const columns = Object.keys(rows[0] ?? {});
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

function rowsOf({ columns, rows }: Table): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
}

/** Rows of one report of the same name become one with the sums of their numbers. */
function addUp(tables: readonly Table[]): Table {
  const {
    columns,
    rows: [first = []],
  } = tables.find(({ rows }) => rows.length > 0) ?? NOTHING;
  const name = first.findIndex((value) => typeof value !== 'number');
  const sums = new Map<Value, Value[]>();
  for (const { rows } of tables) {
    for (const row of rows) {
      const key = name < 0 ? null : (row[name] ?? null);
      const sum = sums.get(key);
      if (sum) addTo(sum, row);
      else sums.set(key, [...row]);
    }
  }
  return { columns, rows: [...sums.values()] };
}

const NOTHING: Table = { columns: [], rows: [] };

function addTo(sum: Value[], row: Value[]): void {
  for (const [column, value] of row.entries()) {
    if (typeof value === 'number') sum[column] = (sum[column] as number) + value;
  }
}
