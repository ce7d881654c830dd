import { exportActivationKeys } from '#src/domain/key-list.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readChosenIds } from '#src/wire/chosen-rows.ts';
import { KEY_LIST } from '#src/wire/key-list.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, KEY_LIST);
    return csvResponse({ waitForDrain }, await exportActivationKeys(shop, user, request, readChosenIds(searchParams)));
  },
});
