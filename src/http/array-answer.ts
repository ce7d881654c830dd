/**
 * A long list as one JSON array, sent batch by batch and no faster than the client takes it: neither the memory nor the other
 * callers' patience depends on its length. Answers only once the first batch is there, so that a failure is still told.
 */
export async function arrayAnswer(
  { untilTaken }: { untilTaken: () => Promise<void> },
  batches: AsyncIterable<unknown[]>,
): Promise<Response> {
  const items = batches[Symbol.asyncIterator]();
  const first = await items.next();
  return new Response(writeArray(items, first, untilTaken), {
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  });
}

function writeArray(
  items: AsyncIterator<unknown[]>,
  first: IteratorResult<unknown[]>,
  untilTaken: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = first;
  let opening = '[';
  return new ReadableStream(
    {
      async pull(controller) {
        if (next.done) {
          controller.enqueue(encoder.encode(opening === '[' ? '[]' : ']'));
          return controller.close();
        }
        // A batch without its own brackets: the array's are written once.
        const batch = JSON.stringify(next.value).slice(1, -1);
        controller.enqueue(encoder.encode(batch && opening + batch));
        if (batch) opening = ',';
        await untilTaken();
        next = await items.next();
      },
      async cancel() {
        await items.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
