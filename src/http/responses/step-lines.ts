import type { Shop } from '#src/domain/shop.ts';
import { errorResponse } from '../errors.ts';
import { UNBUFFERED } from './responses.ts';

/** One line of JSON for each step, as soon as it is taken; no more of them are taken once nobody reads. */
export function stepLines<Step>({ log }: Pick<Shop, 'log'>, steps: AsyncIterable<Step>): Response {
  const taken = steps[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const write = (line: unknown) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        try {
          const { done, value } = await taken.next();
          if (done) controller.close();
          else write(value);
        } catch (error) {
          write({ refused: await errorResponse(error, log).json() });
          controller.close();
        }
      },
      async cancel() {
        await taken.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', ...UNBUFFERED } });
}

const encoder = new TextEncoder();
