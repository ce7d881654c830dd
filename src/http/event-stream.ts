import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';

type Stream<Value> = {
  /** The topic of `shop.events` to listen to. */
  topic: string;
  /** The name of the event that the browser hears. */
  event: string;
  /** Reads what to say: once at the start if `sayFirst`, and after each piece of news. */
  read(): Promise<Value>;
  sayFirst: boolean;
  /** The client's address. */
  address: string;
  /** Its signal ends the stream when the browser goes away. */
  request: Request;
};

/** Server-sent events: says what `read` finds each time that its topic has news, unless it is what was said last. */
export async function eventStream<Value>(
  shop: Shop,
  { topic, event, read, sayFirst, address, request }: Stream<Value>,
): Promise<Response> {
  const first = await read();
  const { signal } = request;
  // Of both, nothing would ever say that the browser is gone: what they began would never end.
  if (request.method === 'HEAD' || signal.aborted) return streamAnswer(null);
  const close = shop.streams.open(address);
  if (!close)
    throw refusal('unavailable', 'too_many_streams', 'Muitas páginas abertas agora.', { retryAfterSeconds: 30 });
  let end = close;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = JSON.stringify(first);
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const say = (text: string) => write(`event: ${event}\ndata: ${text}\n\n`);
      const hear = async () => {
        const text = JSON.stringify(await read());
        if (text !== last && !signal.aborted) say(text);
        last = text;
      };
      const hearOrEnd = () => {
        hear().catch(() => end());
      };
      // Each beat looks too: what ends a stream, such as a session that is over, brings no news of its own.
      const heartbeat = setInterval(() => {
        write(': still here\n\n');
        hearOrEnd();
      }, HEARTBEAT_MS);
      const unsubscribe = shop.events.subscribe(topic, hearOrEnd);
      const unsubscribeClosing = shop.events.subscribe('closing', () => end());
      end = once(() => {
        clearInterval(heartbeat);
        unsubscribe();
        unsubscribeClosing();
        close();
        closeQuietly(controller);
      });
      signal.addEventListener('abort', () => end(), { once: true });
      write(`retry: ${RETRY_MS}\n\n`);
      if (sayFirst) say(last);
    },
    cancel() {
      end();
    },
  });
  return streamAnswer(body);
}

function streamAnswer(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

const encoder = new TextEncoder();
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 3_000;

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/** The browser may have closed its end first; then there is nothing left to close. */
function closeQuietly(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    return;
  }
}
