/** A whole list as JSON, part by part and never as a whole in memory. Sent no faster than the client takes it. */
export function listAnswer<Item>(
  { untilTaken }: { untilTaken: () => Promise<void> },
  batches: AsyncIterable<Item[]>,
): Response {
  const parts = write(batches);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await untilTaken();
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
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
