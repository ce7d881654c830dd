import { exportCustomers } from '#src/domain/customer-export.ts';
import { csvAnswer } from '#src/http/csv-answer.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CUSTOMER_LIST } from '#src/wire/customers.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async (call) => {
    const { q } = readListRequest(call.url.searchParams, CUSTOMER_LIST);
    return csvAnswer(call, await exportCustomers(call.shop, call.user, q));
  },
});
