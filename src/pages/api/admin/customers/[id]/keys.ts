import { listKeysOfBuyer } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'keys:read',
  allow: 'readSales',
  summary: 'Lista as chaves de um cliente',
  response: arrayOf(ActivationKey),
  run: ({ shop, showsKeys, params: { id = '' } }) => listKeysOfBuyer(shop, id, { showsKeys }),
});
