import { pageCustomers, readEveryCustomer } from '#src/domain/customers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { listAnswer } from '#src/http/list-answer.ts';
import { CUSTOMER_LIST } from '#src/wire/customers.ts';
import { asksForPage, readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) =>
    asksForPage(call.url.searchParams)
      ? pageCustomers(call.shop, readListRequest(call.url.searchParams, CUSTOMER_LIST))
      : listAnswer(call, readEveryCustomer(call.shop)),
});
