import { exportSales } from '#src/domain/sales/sale-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, SALE_LIST);
    return csvResponse({ waitForDrain }, await exportSales(shop, user, request, readChosenIds(searchParams)));
  },
});
