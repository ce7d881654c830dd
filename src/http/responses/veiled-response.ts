import { veilIds } from '#src/domain/access/veiled-ids.ts';
import type { Shop } from '#src/domain/shop.ts';

/** Whatever it is made of, an id that opens the buyer's page leaves under another name. */
export async function veiledResponse(shop: Shop, response: Response): Promise<Response> {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) headers.set(name, await veilIds(shop, value));
  }
  if (!response.body || !TEXTS.test(headers.get('content-type') ?? '')) {
    return new Response(response.body, { status, statusText, headers });
  }
  if (!headers.has('content-length')) {
    return new Response(response.body.pipeThrough(veilingStream(shop)), { status, statusText, headers });
  }
  const body = Buffer.from(await veilIds(shop, await response.text()));
  headers.set('content-length', String(body.byteLength));
  return new Response(body, { status, statusText, headers });
}

const HEADERS = ['location', 'content-disposition'];
const TEXTS = /^(?:text\/|application\/(?:json|octet-stream))/;

/** What may be the beginning of an id waits for the next piece. */
function veilingStream(shop: Shop): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const [decoder, encoder] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextEncoder()];
  let rest = '';
  return new TransformStream({
    async transform(piece, controller) {
      const text = rest + decoder.decode(piece, { stream: true });
      rest = UNFINISHED.exec(text)?.[0] ?? '';
      const whole = text.slice(0, text.length - rest.length);
      if (whole !== '') controller.enqueue(encoder.encode(await veilIds(shop, whole)));
    },
    async flush(controller) {
      controller.enqueue(encoder.encode(await veilIds(shop, rest + decoder.decode())));
    },
  });
}

/** A longer run of such letters is no id. */
const UNFINISHED = /(?<![0-9a-f])[0-9a-f]{1,64}$/;
