import { listCustomerTrials } from '#src/domain/customers/customer-trials.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { CustomerTrial } from '#src/wire/trials/trials.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: 'readSales',
  summary: 'Lista os testes de um cliente',
  response: arrayOf(CustomerTrial),
  run: ({ shop, params: { id = '' } }) => listCustomerTrials(shop, id),
});
