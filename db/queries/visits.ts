import { HOST_KEYS } from '#src/wire/hosts.ts';
import type { Queryable, VisitsRow } from '../tables.ts';

export type VisitsOfSource = Pick<VisitsRow, 'source' | 'campaign'>;

/** Rows of different keys. */
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
export function listSourcesBetween(
  db: Queryable,
  { start, end }: { start: string; end: string },
): Promise<VisitsOfSource[]> {
  return db
    .selectFrom('visitsByHour')
    .select(['source', 'campaign'])
    .distinct()
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .execute();
}

/** Those of the shop among `pages`: an invented address is no visit, and a former one leads to another that is. */
export async function listKnownPages(db: Queryable, pages: string[]): Promise<string[]> {
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
  return [
    '/',
    ...HOST_KEYS.map((host) => `/editores/${host}`),
    ...products.flatMap(({ id, slug }) => [`/checkout/${id}`, ...(slug === null ? [] : [`/plugins/${slug}`])]),
  ];
}

/** PostgreSQL refuses an empty list. */
const NO_ID = '';

function namedBy(prefix: string): (page: string) => string[] {
  return (page) => (page.startsWith(prefix) ? [page.slice(prefix.length)] : []);
}
