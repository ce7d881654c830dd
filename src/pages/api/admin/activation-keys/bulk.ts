import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AddKeys, KeysAdded } from '#src/wire/keys/activation-keys.ts';

export const POST = endpoint({
  scope: 'keys:write',
  allow: 'writeKeys',
  summary: 'Adiciona chaves a um produto',
  response: KeysAdded,
  status: 201,
  gate: 'activation-keys',
  body: AddKeys,
  run: ({ shop, user, body }) => addKeys(shop, user, body),
});
