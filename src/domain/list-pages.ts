import { type PagePlan, type Slice, sliceFromNearerEnd } from '#db/queries/paging.ts';
import type { ListRequest, Page } from '#src/wire/lists.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** What a list page is read from. */
export type ListSource<Row> = {
  /** How many rows the list has, searched and filtered as it is. */
  total: number;
  /** How many there would be without the search, or without what no index of the order knows; left out where there is nothing of the kind. */
  candidates?: number | null;
  /** Reads one slice, in the slice's order. A short list needs no strategy. */
  read(plan: PagePlan): Promise<Row[]>;
};

/** One page of a list. Each row becomes an item of it. */
export async function readListPage<Row, Item>(
  request: Pick<ListRequest, 'page' | 'pageSize' | 'order'>,
  source: ListSource<Row>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const { page, pageSize, order } = request;
  const slice = sliceFromNearerEnd(request, source.total);
  const rows = await readSlice(slice, source);
  const items = (slice.order === order ? rows : rows.toReversed()).map(toItem);
  return { items, total: source.total, page, pageSize };
}

/**
 * Where much matches, a walk along the list soon meets enough of it, and takes no longer in a big shop than in a small one;
 * where little matches, it is soon sorted.
 */
async function readSlice<Row>(slice: Slice, { total, candidates = null, read }: ListSource<Row>): Promise<Row[]> {
  if (candidates === null) return read({ slice, strategy: 'sort-matches' });
  if (candidates === total) return read({ slice, strategy: 'every-row' });
  if (candidates <= FEW_CANDIDATES) return read({ slice, strategy: { rowsToTest: candidates } });
  const rowsToTest = rowsUntilPage(slice, total, candidates);
  if (rowsToTest <= total * TESTS_LIKE_SORTING_ONE) {
    const rows = await read({ slice, strategy: { rowsToTest } });
    if (rows.length === rowsOf(slice, total)) return rows;
    // What matches lies elsewhere in the order. Twice in a row would keep others waiting.
    await yieldToEventLoop();
  }
  return read({ slice, strategy: total > candidates * DENSE ? 'walk-to-matches' : 'sort-matches' });
}

/** Of so few rows each is tested. */
const FEW_CANDIDATES = 1_000;
/** To sort one match takes about as long as to test so many rows along the order. */
const TESTS_LIKE_SORTING_ONE = 4;
/** The share of matches from which on it takes less to walk past all rows than to sort the matches. */
const DENSE = 0.02;

/** How far the page is expected to lie, twice over, since matches lie more densely here than there. */
function rowsUntilPage({ offset, limit }: Slice, total: number, candidates: number): number {
  return Math.ceil((2 * (offset + limit) * candidates) / total);
}

function rowsOf({ offset, limit }: Slice, total: number): number {
  return Math.max(0, Math.min(limit, total - offset));
}
