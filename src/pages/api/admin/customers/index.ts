import { listCustomerPage, listCustomersOlderThan, streamCustomers } from '#src/domain/customers/customers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';
import { respondWithList, showBatches } from '#src/http/responses/list-response.ts';
import { CUSTOMER_LIST, CustomerSummary } from '#src/wire/customers/customers.ts';
import { ShownCustomer } from '#src/wire/customers/shown-customers.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: 'readSales',
  summary: 'Lista os clientes',
  response: listOf(CustomerSummary, ShownCustomer),
  query: CUSTOMER_LIST,
  run: (call) =>
    respondWithList(call, CUSTOMER_LIST, {
      after: listCustomersOlderThan,
      page: listCustomerPage,
      whole: (shop) => showBatches(streamCustomers(shop), customerWithFirstItems),
    }),
});
