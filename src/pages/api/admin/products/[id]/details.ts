import { showProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, params: { id = '' } }) => showProduct(shop, id),
});
