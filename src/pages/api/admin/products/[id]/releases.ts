import { createRelease } from '#src/domain/releases/releases.ts';
import { listProductReleases } from '#src/domain/releases/show-releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';
import { CreateRelease } from '#src/wire/releases/releases.ts';

export const GET = endpoint({
  access: 'admin',
  gate: 'products',
  run: ({ shop, params: { id = '' } }) => listProductReleases(shop, id),
});

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: CreateRelease,
  run: async ({ shop, user, params: { id = '' }, body }) => created(await createRelease(shop, user, id, body)),
});
