import { deleteRelease, editRelease } from '#src/domain/releases/releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { UpdateRelease } from '#src/wire/releases/releases.ts';

export const PUT = endpoint({
  access: 'admin',
  gate: 'products',
  body: UpdateRelease,
  run: ({ shop, user, params: { id = '' }, body }) => editRelease(shop, user, id, body),
});

export const DELETE = endpoint({
  access: 'admin',
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => deleteRelease(shop, user, id),
});
