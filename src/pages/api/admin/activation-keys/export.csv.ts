import { exportActivationKeys } from '#src/domain/key-list.ts';
import { csvAnswer } from '#src/http/csv-answer.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readKeyListRequest } from '#src/wire/activation-keys.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url, untilTaken }) =>
    csvAnswer({ untilTaken }, exportActivationKeys(shop, readKeyListRequest(url.searchParams))),
});
