import { showPublicProduct } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params }) => showPublicProduct(shop, params['id'] ?? ''),
});
