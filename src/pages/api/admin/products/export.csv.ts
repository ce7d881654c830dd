import { exportProducts } from '#src/domain/products/product-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { PRODUCT_LIST } from '#src/wire/products/products.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, PRODUCT_LIST);
    return csvResponse({ waitForDrain }, await exportProducts(shop, user, request, readChosenIds(searchParams)));
  },
});
