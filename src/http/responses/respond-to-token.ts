import type { CallingToken } from '#src/domain/access/api-tokens.ts';
import { callOnce } from '#src/domain/access/idempotent-calls.ts';
import type { Shop } from '#src/domain/shop.ts';
import { errorResponse, STATUS_OF } from '../errors.ts';
import { withEtag } from './etag.ts';
import { jsonResponse } from './responses.ts';

type TokenCall = { shop: Shop; token: CallingToken; request: Request; body: unknown };

/** A GET has an ETag. A POST with an `Idempotency-Key` is done once, and any further one gets its response. */
export async function respondToToken(call: TokenCall, respond: () => Promise<Response>): Promise<Response> {
  const { shop, token, request, body } = call;
  if (request.method === 'GET') return withEtag(request, await respond());
  const key = request.headers.get('idempotency-key');
  if (request.method !== 'POST' || !key) return respond();
  const { pathname, search } = new URL(request.url);
  // What is no JSON is known by its length alone.
  const sent = body ?? request.headers.get('content-length');
  const answer = await callOnce(shop, { tokenId: token.id, key, request: [pathname, search, sent] }, async () => {
    const response = await respond().catch((error: unknown) => errorResponse(error, shop.log));
    const { status } = response;
    return { status, body: await response.text(), isRefusedForNow: status === STATUS_OF.too_many };
  });
  const response = jsonResponse(JSON.parse(answer.body), answer.status);
  if (answer.isRepeated) response.headers.set('Idempotency-Replayed', 'true');
  return response;
}
