import { exportActivationKeys } from '#src/domain/key-list.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KEY_LIST } from '#src/wire/activation-keys.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url, waitForDrain }) =>
    csvResponse({ waitForDrain }, await exportActivationKeys(shop, user, readListRequest(url.searchParams, KEY_LIST))),
});
