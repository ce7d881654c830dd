import { exportAffiliates } from '#src/domain/affiliates/affiliate-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { AFFILIATE_LIST } from '#src/wire/affiliates/affiliates.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, AFFILIATE_LIST);
    return csvResponse({ waitForDrain }, await exportAffiliates(shop, user, request, readChosenIds(searchParams)));
  },
});
