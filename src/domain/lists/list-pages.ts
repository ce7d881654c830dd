import { type PagePlan, type Slice, sliceFromNearerEnd } from '#db/queries/lists/paging.ts';
import type { ListRequest, Page } from '#src/wire/lists/lists.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export type ListSource<Row> = {
  total: number;
  /** So many rows there are without the search, or without the filters that no index covers. */
  candidates?: number | null;
  read(plan: PagePlan): Promise<Row[]>;
};

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

/** Walks the order when matches are dense, and sorts the matches when they are few. */
async function readSlice<Row>(slice: Slice, { total, candidates = null, read }: ListSource<Row>): Promise<Row[]> {
  if (candidates === null) return read({ slice, strategy: 'sort-matches' });
  if (candidates === total) return read({ slice, strategy: 'every-row' });
  if (candidates <= FEW_CANDIDATES) return read({ slice, strategy: { rowsToTest: candidates } });
  const rowsToTest = rowsUntilPage(slice, total, candidates);
  if (rowsToTest <= total * TESTS_LIKE_SORTING_ONE) {
    const rows = await read({ slice, strategy: { rowsToTest } });
    if (rows.length === rowsOf(slice, total)) return rows;
    // The matches lie elsewhere in the order; two long queries in a row would block other requests.
    await yieldToEventLoop();
  }
  return read({ slice, strategy: total > candidates * DENSE ? 'walk-to-matches' : 'sort-matches' });
}

const FEW_CANDIDATES = 1_000;
/** Sorting one match costs about as much as testing this many rows. */
const TESTS_LIKE_SORTING_ONE = 4;
const DENSE = 0.02;

/** Expects twice the distance, since matches are not spread evenly. */
function rowsUntilPage({ offset, limit }: Slice, total: number, candidates: number): number {
  return Math.ceil((2 * (offset + limit) * candidates) / total);
}

function rowsOf({ offset, limit }: Slice, total: number): number {
  return Math.max(0, Math.min(limit, total - offset));
}
