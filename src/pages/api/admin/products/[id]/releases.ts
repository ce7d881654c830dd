import { createRelease } from '#src/domain/releases/releases.ts';
import { listProductReleases } from '#src/domain/releases/show-releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { CreateRelease, Release } from '#src/wire/releases/releases.ts';

export const GET = endpoint({
  scope: 'products:read',
  allow: 'writeProducts',
  summary: 'Lista as versões de um produto',
  response: arrayOf(Release),
  gate: 'products',
  run: ({ shop, params: { id = '' } }) => listProductReleases(shop, id),
});

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Cria o rascunho de uma versão',
  response: Release,
  status: 201,
  gate: 'products',
  body: CreateRelease,
  run: ({ shop, user, params: { id = '' }, body }) => createRelease(shop, user, id, body),
});
