import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SortDirection } from '#src/wire/lists.ts';
import type { Queryable, Tables } from '../tables.ts';

/** Which rows of a list make a page: sorted so, `offset` rows are passed over. */
export type Slice = { order: SortDirection; limit: number; offset: number };

/** How a list page is read. */
export type PagePlan = { slice: Slice; strategy: SearchStrategy };

/**
 * How the rows that match a search are found. `sort-matches`: all matches are looked up and sorted. `walk-to-matches`: all
 * matches are looked up, and the order is walked along until enough of them were met. With `rowsToTest`, so many rows of the
 * order are tested themselves. `every-row`: nothing is tested, since every row matches.
 */
export type SearchStrategy = 'sort-matches' | 'walk-to-matches' | 'every-row' | { rowsToTest: number };

/**
 * The slice of a page, read from the nearer end of a list whose length is known: the last page is as near as the first. Turns
 * the order round where that is the end; whoever shows the rows puts them in theirs.
 */
export function sliceFromNearerEnd(
  { page, pageSize, order }: { page: number; pageSize: number; order: SortDirection },
  total: number,
): Slice {
  const offset = (page - 1) * pageSize;
  if (offset <= total / 2) return { order, limit: pageSize, offset };
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  return { order: order === 'asc' ? 'desc' : 'asc', limit, offset: Math.max(0, total - offset - limit) };
}

/** A short list as a whole. */
export function allRows(order: SortDirection): Slice {
  return { order, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
}

/** How the ids of a page are found among the candidates. */
type Search = {
  /** The column of the order. */
  by: string;
  /** What is sorted, where that is not the column alone. */
  sortedAs?: Expression<unknown>;
  /** What is tested of each row, where rows are tested themselves; there they are called `candidates`. */
  predicates: Expression<SqlBool>[];
};

/** The ids of one page out of `rows`, which have `id` and all that the search names, in the order of the slice. */
export function idsOfPage<Name extends keyof Tables>(
  db: Queryable,
  rows: SelectQueryBuilder<Tables, Name, { id: string }>,
  { by, sortedAs = sql.ref(by), predicates }: Search,
  { slice: { order, limit, offset }, strategy }: PagePlan,
) {
  const candidates =
    typeof strategy === 'object'
      ? rows.orderBy(sql.ref(by), order).orderBy(sql.ref('id'), order).limit(strategy.rowsToTest)
      : rows;
  return predicates
    .reduce((ids, predicate) => ids.where(predicate), db.selectFrom(candidates.as('candidates')).select('id'))
    .orderBy(sortedAs, order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset);
}

/** Whether a row of `table` comes after `last` in a list that is read newest first. */
export function isOlder(table: keyof Tables, last: { createdAt: string; id: string }): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.createdAt`)}, ${sql.ref(`${table}.id`)}) < (${last.createdAt}, ${last.id})`;
}

/**
 * The rows of one page are found in two steps, in one statement: the ids by an index that ends with `id`, then the rows of
 * those ids alone. So a page far down walks over index entries and not over rows:
 *
 *   db.selectFrom('purchases').selectAll()
 *     .where('id', 'in', (row) => row.selectFrom('purchases').select('id')
 *       .orderBy('createdAt', order).orderBy('id', order).limit(limit).offset(offset))
 *     .orderBy('createdAt', order).orderBy('id', order)
 *
 * The total comes from `sumTallies` where no search narrows the list, and from `countMatches` where one does.
 */
export async function sumTallies(db: Queryable, names: string[]): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('value'), sql.lit(0)).as('total'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return total;
}
