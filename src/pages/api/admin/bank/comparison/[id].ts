import { putAside } from '#src/domain/comparison.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  access: 'admin',
  run: ({ shop, user, params }) => putAside(shop, user, params['id'] ?? ''),
});
