import { exportActivationKeys } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, KEY_LIST);
    return csvResponse({ waitForDrain }, await exportActivationKeys(shop, user, request, readChosenIds(searchParams)));
  },
});
