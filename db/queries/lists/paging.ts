import {
  type Expression,
  type OrderByModifiers,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { SortDirection } from '#src/wire/lists/lists.ts';
import { isSqlite } from '../../engine.ts';
import type { Queryable, Tables } from '../../tables.ts';

/** Puts NULL where SQLite's indexes have it, since engines differ. */
export function orderBy(column: string, order: SortDirection): OrderByModifiers {
  if (!NULLABLE.has(column)) return order;
  return order === 'asc' ? (by) => by.asc().nullsFirst() : (by) => by.desc().nullsLast();
}

/** Keeps SQLite from using the column's index; PostgreSQL decides by its own statistics. */
export function unindexed(db: Queryable, column: string): RawBuilder<string> {
  return isSqlite(db) ? sql<string>`+${sql.ref(column)}` : sql.ref<string>(column);
}

const NULLABLE = new Set(['lastPurchaseAt', 'customerOrder']);

export type Slice = { order: SortDirection; limit: number; offset: number };

export type PagePlan = { slice: Slice; strategy: SearchStrategy };

/** `sort-matches` sorts all matches, `walk-to-matches` follows the order, `rowsToTest` tests that many rows. */
export type SearchStrategy = 'sort-matches' | 'walk-to-matches' | 'every-row' | { rowsToTest: number };

/** Reads from the nearer end, so that the last page is as fast as the first; the caller restores the order. */
export function sliceFromNearerEnd(
  { page, pageSize, order }: { page: number; pageSize: number; order: SortDirection },
  total: number,
): Slice {
  const offset = (page - 1) * pageSize;
  if (offset <= total / 2) return { order, limit: pageSize, offset };
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  return { order: order === 'asc' ? 'desc' : 'asc', limit, offset: Math.max(0, total - offset - limit) };
}

export function allRows(order: SortDirection): Slice {
  return { order, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
}

type Search = {
  by: string;
  /** Sorts before all else, in one direction. */
  first?: Expression<unknown> | undefined;
  sortedAs?: Expression<unknown>;
  /** It is evaluated on rows named `candidates`. */
  predicates: Expression<SqlBool>[];
};

/** Pages find ids by an index first and then read only those rows, so that far pages are fast. */
export function idsOfPage<Name extends keyof Tables>(
  db: Queryable,
  rows: SelectQueryBuilder<Tables, Name, { id: string }>,
  { by, first, sortedAs = sql.ref(by), predicates }: Search,
  { slice: { order, limit, offset }, strategy }: PagePlan,
) {
  const candidates =
    typeof strategy === 'object'
      ? rows.orderBy(sql.ref(by), orderBy(by, order)).orderBy(sql.ref('id'), order).limit(strategy.rowsToTest)
      : rows;
  return predicates
    .reduce((ids, predicate) => ids.where(predicate), db.selectFrom(candidates.as('candidates')).select('id'))
    .$if(first !== undefined, (ids) => ids.orderBy(first ?? sql.ref('id')))
    .orderBy(sortedAs, orderBy(by, order))
    .orderBy('id', order)
    .limit(limit)
    .offset(offset);
}

export function isOlder(table: keyof Tables, last: { createdAt: string; id: string }): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.createdAt`)}, ${sql.ref(`${table}.id`)}) < (${last.createdAt}, ${last.id})`;
}

export async function sumTallies(db: Queryable, names: string[]): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('value'), sql.lit(0)).as('total'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return total;
}
