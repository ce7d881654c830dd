import { listCustomerPage, streamCustomers } from '#src/domain/customers/customers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';
import { respondWithList, showBatches } from '#src/http/responses/list-response.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) =>
    respondWithList(call, CUSTOMER_LIST, {
      page: listCustomerPage,
      whole: (shop) => showBatches(streamCustomers(shop), customerWithFirstItems),
    }),
});
