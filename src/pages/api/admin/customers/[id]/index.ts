import { showCustomer } from '#src/domain/customers/customers.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop, params }) => showCustomer(shop, params['id'] ?? '') });

export const DELETE = endpoint({
  access: 'admin',
  run: ({ shop, user, params }) => removeCustomer(shop, user, params['id'] ?? ''),
});
