import { listPublicReleases } from '#src/domain/releases/show-releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { PublicRelease } from '#src/wire/releases/releases.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Lista as versões publicadas de um produto',
  response: arrayOf(PublicRelease),
  run: ({ shop, params: { id = '' } }) => listPublicReleases(shop, id),
});
