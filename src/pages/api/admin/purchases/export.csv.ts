import { exportSales } from '#src/domain/sale-export.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readListRequest } from '#src/wire/lists.ts';
import { SALE_LIST } from '#src/wire/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url, waitForDrain }) =>
    csvResponse({ waitForDrain }, await exportSales(shop, user, readListRequest(url.searchParams, SALE_LIST))),
});
