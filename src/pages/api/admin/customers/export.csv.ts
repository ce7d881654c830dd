import { exportCustomers } from '#src/domain/customers/customer-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithTable } from '#src/http/responses/csv-response.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithTable(call, CUSTOMER_LIST, exportCustomers),
});
