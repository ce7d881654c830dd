import { removeKey } from '#src/domain/keys/activation-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { RemoveKeyQuery, readKeyStatus } from '#src/wire/keys/key-list.ts';

export const DELETE = endpoint({
  scope: 'keys:write',
  allow: 'writeKeys',
  summary: 'Revoga ou exclui uma chave',
  response: Success,
  query: RemoveKeyQuery,
  gate: 'activation-keys',
  run: ({ shop, user, params: { id = '' }, url }) =>
    removeKey(shop, user, id, readKeyStatus(url.searchParams.get('status') ?? '')),
});
