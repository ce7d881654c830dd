import { publishReleaseFile } from '#src/domain/releases/late-files.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PublishRelease, Release } from '#src/wire/releases/releases.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Publica um arquivo que chegou depois da versão',
  response: Release,
  gate: 'products',
  body: PublishRelease,
  run: ({ shop, user, params: { id = '' }, body }) => publishReleaseFile(shop, user, id, body),
});
