import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

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
