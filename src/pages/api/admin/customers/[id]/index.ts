import { showCustomer } from '#src/domain/customers/customers.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';
import { ShownCustomer } from '#src/wire/customers/shown-customers.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: 'readSales',
  summary: 'Mostra um cliente e as compras dele',
  response: ShownCustomer,
  run: async ({ shop, params: { id = '' } }) => customerWithFirstItems(await showCustomer(shop, id)),
});

export const DELETE = endpoint({
  allow: 'writeCustomers',
  run: ({ shop, user, params }) => removeCustomer(shop, user, params['id'] ?? ''),
});
