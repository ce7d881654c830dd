import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { UNBUFFERED } from './responses.ts';

type Stream<Value> = {
  topic: string;
  event: string;
  /** It is read at the start and after each event of the topic, and sent at the start only if `sendFirst`. */
  read(): Promise<Value>;
  sendFirst: boolean;
  clientNetwork: string;
  request: Request;
};

export async function eventStream<Value>(
  shop: Shop,
  { topic, event, read, sendFirst, clientNetwork, request }: Stream<Value>,
): Promise<Response> {
  const first = await read();
  const { signal } = request;
  // A HEAD or aborted request never fires `abort` later, so its stream would never end.
  if (request.method === 'HEAD' || signal.aborted) return streamResponse(null);
  const close = shop.eventStreamLimits.open(clientNetwork);
  if (!close)
    throw refusal('unavailable', 'too_many_streams', 'Muitas páginas abertas agora.', { retryAfterSeconds: 30 });
  let end = close;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = JSON.stringify(first);
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = (text: string) => write(`event: ${event}\ndata: ${text}\n\n`);
      const sendIfChanged = async () => {
        const text = JSON.stringify(await read());
        if (text !== last && !signal.aborted) send(text);
        last = text;
      };
      const sendOrEnd = () => {
        sendIfChanged().catch(() => end());
      };
      // Heartbeats read too, because an ended session publishes no event.
      const heartbeat = setInterval(() => {
        write(': still here\n\n');
        sendOrEnd();
      }, HEARTBEAT_MS);
      const unsubscribe = shop.events.subscribe(topic, sendOrEnd);
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
      if (sendFirst) send(last);
      // An event published during the first read had no subscriber yet.
      sendOrEnd();
    },
    cancel() {
      end();
    },
  });
  return streamResponse(body);
}

function streamResponse(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      ...UNBUFFERED,
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

function closeQuietly(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    return;
  }
}
