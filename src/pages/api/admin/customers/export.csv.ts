import { exportCustomers } from '#src/domain/customer-export.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CUSTOMER_LIST } from '#src/wire/customers.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url, waitForDrain }) =>
    csvResponse({ waitForDrain }, await exportCustomers(shop, user, readListRequest(url.searchParams, CUSTOMER_LIST))),
});
