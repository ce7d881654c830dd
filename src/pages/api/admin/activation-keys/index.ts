import { listKeyPage, listKeysOlderThan, streamKeys } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'keys:read',
  allow: 'readKeys',
  summary: 'Lista as chaves de ativação',
  response: listOf(ActivationKey),
  query: KEY_LIST,
  run: (call) => respondWithList(call, KEY_LIST, { after: listKeysOlderThan, page: listKeyPage, whole: streamKeys }),
});
