import { fromNearerEnd, type Stretch, sliceOf, type Way } from '#db/queries/paging.ts';
import type { ListRequest } from '#src/wire/lists.ts';
import { nextTurn } from './exports.ts';

/** A list that is narrowed by a search, or by what no index of its order knows. */
export type NarrowedList<Row> = {
  /** How many rows there would be without that; null where there is nothing of the kind. */
  all: number | null;
  /** How many there are. */
  total: number;
  read(way: Way): Promise<Row[]>;
};

/**
 * Reads one page. Where much is found, a walk along the list soon meets enough of it, and takes no longer in a big shop than
 * in a small one; where little is found, it is soon sorted.
 */
export async function readPage<Row>(request: ListRequest, { all, total, read }: NarrowedList<Row>): Promise<Row[]> {
  const { order } = request;
  const stretch = fromNearerEnd(order, sliceOf(request), total);
  if (all === null) return read({ order, stretch, finding: 'sort' });
  if (all === total) return read({ order, stretch, finding: 'all' });
  if (all <= SHORT) return read({ order, stretch, finding: { steps: all } });
  const steps = stepsAlong(stretch, total, all);
  if (steps <= total * STEPS_LIKE_SORTING_ONE) {
    const met = await read({ order, stretch, finding: { steps } });
    if (met.length === rowsOf(stretch, total)) return met;
    // What is found lies elsewhere in the order. Twice in a row would keep others waiting.
    await nextTurn();
  }
  return read({ order, stretch, finding: total > all * DENSE ? 'pick' : 'sort' });
}

/** Of so few rows each is asked. */
const SHORT = 1_000;
/** To sort one row that was found takes about as long as to ask so many others along the order. */
const STEPS_LIKE_SORTING_ONE = 4;
/** The share from which on it takes less to walk past all rows than to sort those that were found. */
const DENSE = 0.02;

/** How far the page is expected to lie, twice over, since what is found lies more densely here than there. */
function stepsAlong({ offset, limit }: Stretch, total: number, all: number): number {
  return Math.ceil((2 * (offset + limit) * all) / total);
}

function rowsOf({ offset, limit }: Stretch, total: number): number {
  return Math.max(0, Math.min(limit, total - offset));
}
