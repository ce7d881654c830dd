import { exportActivationKeys } from '#src/domain/key-list.ts';
import { csvAnswer } from '#src/http/csv-answer.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readKeyListRequest } from '#src/wire/activation-keys.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url, untilTaken }) =>
    csvAnswer({ untilTaken }, await exportActivationKeys(shop, user, readKeyListRequest(url.searchParams))),
});
