import { createHook, showHooks } from '#src/domain/hooks/hooks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CreatedHook, Hook, SaveHook } from '#src/wire/hooks/hooks.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Lista os webhooks',
  response: arrayOf(Hook),
  run: ({ shop }) => showHooks(shop),
});

export const POST = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Cria um webhook',
  response: CreatedHook,
  status: 201,
  body: SaveHook,
  run: ({ shop, user, showsKeys, body }) => createHook(shop, { ...user, showsKeys }, body),
});
