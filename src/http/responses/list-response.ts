import { invalid } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import {
  asksForPage,
  type CursorPage,
  cursorOf,
  type Filters,
  type FilterValues,
  type ListDefinition,
  type ListMark,
  type ListRequest,
  type Page,
  readCursor,
  readListRequest,
} from '#src/wire/lists/lists.ts';
import type { JsonResponse } from './responses.ts';

type ListCall = { shop: Shop; url: URL; waitForDrain: () => Promise<void> };

type Row = { id: string; createdAt?: string };

type ListReaders<Request, Item extends Row, Whole> = {
  /** For long lists: reads so many rows older than the mark. Without it the whole list is read. */
  after?: (shop: Shop, request: Request, last: ListMark | undefined, limit: number) => Promise<Item[]>;
  page: (shop: Shop, request: Request) => Promise<Page<Item>>;
  whole: (shop: Shop, request: Request) => Promise<Whole[]> | AsyncIterable<Whole[]>;
};

export async function showPage<Item, Shown>(
  page: Promise<Page<Item>>,
  show: (item: Item) => Shown,
): Promise<Page<Shown>> {
  const { items, ...rest } = await page;
  return { ...rest, items: items.map(show) };
}

export async function* showBatches<Item, Shown>(
  batches: AsyncIterable<Item[]>,
  show: (item: Item) => Shown,
): AsyncGenerator<Shown[], void> {
  for await (const items of batches) yield items.map(show);
}

export function respondWithList<Sort extends string, Readers extends Filters, Item extends Row, Whole>(
  call: ListCall,
  list: ListDefinition<Sort, Readers>,
  readers: ListReaders<ListRequest<Sort> & FilterValues<Readers>, Item, Whole>,
): Promise<Page<Item> | CursorPage<Item> | Whole[] | JsonResponse<Whole[]>> {
  const { page, whole } = readers;
  const { searchParams } = call.url;
  const request = readListRequest(searchParams, list);
  const cursor = searchParams.get('cursor');
  if (cursor !== null) return respondWithCursor(call.shop, request, cursor, readers);
  if (asksForPage(searchParams, list)) return page(call.shop, request);
  const items = whole(call.shop, request);
  return Symbol.asyncIterator in items ? listResponse(call, items) : items;
}

/** An empty cursor begins; the order of the list does not count. */
async function respondWithCursor<Request extends ListRequest, Item extends Row, Whole>(
  shop: Shop,
  request: Request,
  cursor: string,
  { after, page }: ListReaders<Request, Item, Whole>,
): Promise<CursorPage<Item>> {
  const last = cursor === '' ? undefined : readCursor(cursor);
  if (last === null) throw invalid('cursor', 'Este cursor não vale. Comece de novo com cursor= vazio.');
  const limit = request.pageSize + 1;
  const rows = after
    ? await after(shop, request, last, limit)
    : rowsAfter((await page(shop, { ...request, page: 1, pageSize: Number.MAX_SAFE_INTEGER })).items, last);
  const items = rows.slice(0, request.pageSize);
  const end = items.at(-1);
  return { items, nextCursor: end && rows.length > items.length ? cursorOf(markOf(end)) : null };
}

function rowsAfter<Item extends Row>(items: Item[], last: ListMark | undefined): Item[] {
  const newestFirst = items.toSorted((one, other) => (cursorOf(markOf(one)) < cursorOf(markOf(other)) ? 1 : -1));
  return last ? newestFirst.filter((item) => cursorOf(markOf(item)) < cursorOf(last)) : newestFirst;
}

function markOf({ id, createdAt = '' }: Row): ListMark {
  return { id, createdAt };
}

/** Resolves after the first batch, so that a failing query still gets an error status. */
async function listResponse<Item>(
  { waitForDrain }: { waitForDrain: () => Promise<void> },
  batches: AsyncIterable<Item[]>,
): Promise<JsonResponse<Item[]>> {
  const parts = write(batches);
  const encoder = new TextEncoder();
  let next = await parts.next();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(next.value));
        await waitForDrain();
        next = await parts.next();
      },
      async cancel() {
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  }) as JsonResponse<Item[]>;
}

async function* write<Item>(batches: AsyncIterable<Item[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const items of batches) {
    if (items.length === 0) continue;
    yield separator + items.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
