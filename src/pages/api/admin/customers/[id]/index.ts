import { showCustomer } from '#src/domain/customers/customers.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, params: { id = '' } }) => customerWithFirstItems(await showCustomer(shop, id)),
});

export const DELETE = endpoint({
  access: 'admin',
  run: ({ shop, user, params }) => removeCustomer(shop, user, params['id'] ?? ''),
});
