import { exportCustomers } from '#src/domain/customers/customer-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, CUSTOMER_LIST);
    return csvResponse({ waitForDrain }, await exportCustomers(shop, user, request, readChosenIds(searchParams)));
  },
});
