export type Pace = { waitForDrain: () => Promise<void>; abortResponse: () => void };

type Source = { chunks: AsyncIterable<Uint8Array>; close?: () => void };

/** Reads only after the client has received the last chunk: Astro ignores backpressure and would buffer the whole file. */
export function pacedBody({ waitForDrain, abortResponse }: Pace, source: Source): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        await waitForDrain();
        chunks ??= source.chunks[Symbol.asyncIterator]();
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(value);
          source.close?.();
          controller.close();
        } catch {
          // Astro would append the error's text to the file; a cut connection can be resumed.
          source.close?.();
          abortResponse();
        }
      },
      async cancel() {
        source.close?.();
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
