import { showKeyStock } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyStock } from '#src/wire/keys/activation-keys.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'keys:read',
  allow: 'readKeys',
  summary: 'Mostra quantas chaves restam de cada produto',
  response: arrayOf(KeyStock),
  run: ({ shop }) => showKeyStock(shop),
});
