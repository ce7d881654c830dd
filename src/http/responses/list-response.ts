import type { Shop } from '#src/domain/shop.ts';
import {
  asksForPage,
  type Filters,
  type FilterValues,
  type ListDefinition,
  type ListRequest,
  type Page,
  readListRequest,
} from '#src/wire/lists/lists.ts';

type ListCall = { shop: Shop; url: URL; waitForDrain: () => Promise<void> };

type ListReaders<Request, Item> = {
  page: (shop: Shop, request: Request) => Promise<Page<Item>>;
  whole: (shop: Shop, request: Request) => Promise<readonly unknown[]> | AsyncIterable<unknown[]>;
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

export function respondWithList<Sort extends string, Readers extends Filters, Item>(
  call: ListCall,
  list: ListDefinition<Sort, Readers>,
  { page, whole }: ListReaders<ListRequest<Sort> & FilterValues<Readers>, Item>,
): Promise<Page<Item> | readonly unknown[] | Response> {
  const { searchParams } = call.url;
  const request = readListRequest(searchParams, list);
  if (asksForPage(searchParams, list)) return page(call.shop, request);
  const items = whole(call.shop, request);
  return Symbol.asyncIterator in items ? listResponse(call, items) : items;
}

/** Resolves after the first batch, so that a failing query still gets an error status. */
async function listResponse<Item>(
  { waitForDrain }: { waitForDrain: () => Promise<void> },
  batches: AsyncIterable<Item[]>,
): Promise<Response> {
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
  });
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
