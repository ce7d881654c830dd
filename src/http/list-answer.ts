/**
 * A whole list as JSON, part by part and never as a whole in memory. Sent no faster than the client takes it. Answers once the
 * first part is there, so that a list that cannot be read is still refused.
 */
export async function listAnswer<Item>(
  { untilTaken }: { untilTaken: () => Promise<void> },
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
        await untilTaken();
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
