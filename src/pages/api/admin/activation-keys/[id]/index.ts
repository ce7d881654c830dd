import { removeKey } from '#src/domain/keys/activation-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readKeyStatus } from '#src/wire/keys/key-list.ts';

export const DELETE = endpoint({
  access: 'admin',
  gate: 'activation-keys',
  run: ({ shop, user, params: { id = '' }, url }) =>
    removeKey(shop, user, id, readKeyStatus(url.searchParams.get('status') ?? '')),
});
