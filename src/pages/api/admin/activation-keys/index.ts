import { listActivationKeys, readActivationKeys } from '#src/domain/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { listAnswer } from '#src/http/list-answer.ts';
import { asksForKeyPage, readKeyListRequest } from '#src/wire/activation-keys.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams }, untilTaken }) =>
    asksForKeyPage(searchParams)
      ? listActivationKeys(shop, readKeyListRequest(searchParams))
      : listAnswer({ untilTaken }, readActivationKeys(shop)),
});
