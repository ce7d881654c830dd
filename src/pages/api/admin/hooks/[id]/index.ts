import { changeHook, removeHook } from '#src/domain/hooks/hooks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { Hook, SaveHook } from '#src/wire/hooks/hooks.ts';

export const PUT = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Muda um webhook',
  response: Hook,
  body: SaveHook,
  run: ({ shop, user, showsKeys, params: { id = '' }, body }) => changeHook(shop, { ...user, showsKeys }, id, body),
});

export const DELETE = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Exclui um webhook',
  response: Success,
  run: ({ shop, user, params: { id = '' } }) => removeHook(shop, user, id),
});
