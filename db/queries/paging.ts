import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tables } from '../tables.ts';

/** Which rows of a list make a page: `offset` rows are passed over. */
export type Slice = { limit: number; offset: number };

export function sliceOf({ page, pageSize }: { page: number; pageSize: number }): Slice {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

type Order = 'asc' | 'desc';
export type Stretch = Slice & { order: Order };

/** How a page is come by: `stretch` is read, and put into `order`. */
export type Way = { order: Order; stretch: Stretch; finding: Finding };

/**
 * How that is found by which a list is narrowed. `sort`: all of it is looked up and sorted. `pick`: all of it is looked up, and
 * the order is walked along until enough of it was met. With `steps`, so many rows of the order are asked themselves. `all`:
 * nothing is asked, since it is true of every row.
 */
export type Finding = 'sort' | 'pick' | 'all' | { steps: number };

/**
 * The same page, walked to from the nearer end of a list whose length is known: the last page is as near as the first. Turns
 * the order round where that is the end; whoever shows the rows puts them in theirs.
 */
export function fromNearerEnd(order: Order, { limit, offset }: Slice, total: number): Stretch {
  if (offset <= total / 2) return { order, limit, offset };
  const rest = Math.max(0, Math.min(limit, total - offset));
  return { order: order === 'asc' ? 'desc' : 'asc', limit: rest, offset: Math.max(0, total - offset - rest) };
}

/** How the ids of a page are found among the rows of a list. */
type Walk = {
  /** The column of the order. */
  by: string;
  /** What is sorted, where that is not the column alone. */
  sortedAs?: Expression<unknown>;
  /** What is asked of each row, where rows are asked themselves; there they are called `looked`. */
  asked: Expression<SqlBool>[];
};

/** The ids of one page out of `rows`, which have `id` and all that the walk names, in the order of the stretch. */
export function idsOfPage<Name extends keyof Tables>(
  db: Queryable,
  rows: SelectQueryBuilder<Tables, Name, { id: string }>,
  { by, sortedAs = sql.ref(by), asked }: Walk,
  { stretch: { order, limit, offset }, finding }: Pick<Way, 'stretch' | 'finding'>,
) {
  const walked =
    typeof finding === 'object'
      ? rows.orderBy(sql.ref(by), order).orderBy(sql.ref('id'), order).limit(finding.steps)
      : rows;
  return asked
    .reduce((ids, condition) => ids.where(condition), db.selectFrom(walked.as('looked')).select('id'))
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
