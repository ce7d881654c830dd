import { deleteRelease, editRelease } from '#src/domain/releases/releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { Release, UpdateRelease } from '#src/wire/releases/releases.ts';

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Muda uma versão',
  response: Release,
  gate: 'products',
  body: UpdateRelease,
  run: ({ shop, user, params: { id = '' }, body }) => editRelease(shop, user, id, body),
});

export const DELETE = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Exclui o rascunho de uma versão',
  response: Success,
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => deleteRelease(shop, user, id),
});
