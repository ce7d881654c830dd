import { exportCustomers } from '#src/domain/customer-export.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readChosenIds } from '#src/wire/chosen-rows.ts';
import { CUSTOMER_LIST } from '#src/wire/customers.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, CUSTOMER_LIST);
    return csvResponse({ waitForDrain }, await exportCustomers(shop, user, request, readChosenIds(searchParams)));
  },
});
