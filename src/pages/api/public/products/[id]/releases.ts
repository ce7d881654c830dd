import { listPublicReleases } from '#src/domain/releases/show-releases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params: { id = '' } }) => listPublicReleases(shop, id),
});
