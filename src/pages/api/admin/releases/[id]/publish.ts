import { publishRelease } from '#src/domain/releases/releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PublishRelease, Release } from '#src/wire/releases/releases.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Publica uma versão',
  response: Release,
  gate: 'products',
  body: PublishRelease,
  run: ({ shop, user, params: { id = '' }, body }) => publishRelease(shop, user, id, body),
});
