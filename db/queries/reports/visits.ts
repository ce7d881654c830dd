import { sql } from 'kysely';
import type { VisitsRow } from '../../tables/reports.ts';
import type { Queryable } from '../../tables.ts';

export type VisitsOfSource = Pick<VisitsRow, 'source' | 'campaign'>;

/** The rows must have different keys. */
export async function upsertVisits(db: Queryable, rows: VisitsRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto('visitsByHour')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((known) =>
        known.columns(['hour', 'page', 'source', 'campaign']).doUpdateSet((row) => ({
          entries: row('visitsByHour.entries', '+', row.ref('excluded.entries')),
          visits: row('visitsByHour.visits', '+', row.ref('excluded.visits')),
        })),
      )
      .execute();
  }
}

const ROWS_AT_ONCE = 500;

/** `start` is included, `end` is not; both are hours. */
export function listSourcesBetween(db: Queryable, { start, end }: HourSpan): Promise<VisitsOfSource[]> {
  return db
    .selectFrom('visitsByHour')
    .select(['source', 'campaign'])
    .distinct()
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .execute();
}

export type HourSpan = { start: string; end: string };

/** Each hour that has visits before this one, oldest first; jumps from hour to hour, however many rows they have. */
export async function listHoursBefore(db: Queryable, end: string): Promise<string[]> {
  const { rows } = await sql<{ hour: string }>`
    with recursive hours (hour) as (
      select min(hour) from "visitsByHour" where hour < ${end}
      union all
      select (select min(later.hour) from "visitsByHour" as later where later.hour > hours.hour and later.hour < ${end})
      from hours where hours.hour is not null
    )
    select hour from hours where hour is not null`.execute(db);
  return rows.map(({ hour }) => hour);
}

export function deleteVisitsBetween(db: Queryable, { start, end }: HourSpan): Promise<VisitsRow[]> {
  return db
    .deleteFrom('visitsByHour')
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .returning(['hour', 'page', 'source', 'campaign', 'entries', 'visits'])
    .execute();
}

/** Those of products among `pages`; a former address of one leads to another and is none. */
export async function listProductPages(db: Queryable, pages: string[]): Promise<string[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where((row) =>
      row.or([
        row('id', 'in', [NO_ID, ...pages.flatMap(namedBy('/checkout/'))]),
        row('slug', 'in', [NO_ID, ...pages.flatMap(namedBy('/plugins/'))]),
      ]),
    )
    .execute();
  return products.flatMap(({ id, slug }) => [`/checkout/${id}`, ...(slug === null ? [] : [`/plugins/${slug}`])]);
}

/** PostgreSQL refuses an empty list. */
const NO_ID = '';

function namedBy(prefix: string): (page: string) => string[] {
  return (page) => (page.startsWith(prefix) ? [page.slice(prefix.length)] : []);
}
