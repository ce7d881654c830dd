import { sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import type { KeptReportsRow, ReportPartRow } from '../../tables/reports.ts';
import type { Queryable } from '../../tables.ts';
import { bySaleTime, byTimeOfReturn, soldBy } from '../purchases/sale-time.ts';

/** Returns false while another process adds reports up. */
export async function takeReports(tx: Queryable): Promise<boolean> {
  if (isSqlite(tx)) return true;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('reports', 0)) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Raise it when a report changes its columns: what is kept of another shape is added up anew. */
const SHAPE = 1;

export type KeptReports = {
  /** It is null where no day is kept yet. */
  kept: KeptDays | null;
  /** The parts of these hours are not right any more, or not there yet. */
  changedHours: string[];
};

export type KeptDays = Omit<KeptReportsRow, 'shape'>;

export async function findKeptReports(db: Queryable): Promise<KeptReports> {
  const { rows } = await sql<{ since: string | null; until: string | null; hour: string | null }>`
    select since, until, null as hour from "keptReports" where shape = ${SHAPE}
    union all select distinct null, null, hour from "changedHours"`.execute(db);
  const [kept = null] = rows.flatMap(({ since, until }) =>
    since !== null && until !== null ? [{ since, until }] : [],
  );
  return { kept, changedHours: rows.flatMap(({ hour }) => hour ?? []) };
}

export function listReportParts(
  db: Queryable,
  reports: readonly string[],
  periods: readonly string[],
): Promise<ReportPartRow[]> {
  return db
    .selectFrom('reportParts')
    .select(['report', 'period', 'rows'])
    .where('report', 'in', reports)
    .where('period', 'in', periods)
    .execute();
}

/** The parts take the place of those of these periods; a report without rows has no part. */
export async function replaceReportParts(
  db: Queryable,
  periods: readonly string[],
  parts: readonly ReportPartRow[],
): Promise<void> {
  await db.deleteFrom('reportParts').where('period', 'in', periods).execute();
  if (parts.length > 0) await db.insertInto('reportParts').values(parts).execute();
}

export async function deleteReportParts(db: Queryable): Promise<void> {
  await db.deleteFrom('reportParts').execute();
}

export async function deleteKeptReports(db: Queryable): Promise<void> {
  await db.deleteFrom('keptReports').execute();
}

export async function upsertKeptReports(db: Queryable, { since, until }: KeptDays): Promise<void> {
  await deleteKeptReports(db);
  await db.insertInto('keptReports').values({ since, until, shape: SHAPE }).execute();
}

/** Those that this transaction sees. */
export async function deleteChangedHours(db: Queryable, hours: readonly string[]): Promise<void> {
  await db.deleteFrom('changedHours').where('hour', 'in', hours).execute();
}

/** The first hour from this one on of which a report has something to say. */
export async function findNextReportedHour(db: Queryable, start: string): Promise<string | null> {
  const { rows } = await sql<{ hour: string | null }>`
    select min(moment) as hour from (
      select min("createdAt") as moment from purchases where "createdAt" >= ${start} and ${soldBy('own')}
      union all select min("completedAt") from purchases ${bySaleTime(db)}
        where status = 'COMPLETED' and "completedAt" >= ${start} and ${soldBy('own')}
      union all select min("refundedAt") from purchases
        where "refundedAt" is not null and "refundedAt" >= ${start} and ${soldBy('own')}
      union all select min("returnedAt") from purchases ${byTimeOfReturn(db)}
        where status = 'COMPLETED' and "returnedAt" is not null and "returnedAt" >= ${start} and ${soldBy('own')}
      union all select min("firstSaleAt") from customers where "firstSaleAt" >= ${start}
      union all select min(hour) from "visitsByHour" where hour >= ${start.slice(0, 13)}
    ) as moments`.execute(db);
  return rows[0]?.hour?.slice(0, 13) ?? null;
}

/** The triggers go by this clock. */
export async function findDatabaseTime(db: Queryable): Promise<Date> {
  const now = isSqlite(db)
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    : sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const { rows } = await sql<{ now: string }>`select ${now} as now`.execute(db);
  return new Date(rows[0]?.now ?? Number.NaN);
}
