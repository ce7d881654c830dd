import { listKeyPage, streamKeys } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithList(call, KEY_LIST, { page: listKeyPage, whole: streamKeys }),
});
