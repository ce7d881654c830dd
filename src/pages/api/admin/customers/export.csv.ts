import { exportCustomers } from '#src/domain/customers/customer-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: ['readSales', 'export'],
  confirms: true,
  summary: 'Exporta os clientes em CSV',
  response: CSV,
  query: CUSTOMER_LIST,
  run: (call) => respondWithTable(call, CUSTOMER_LIST, exportCustomers),
});
