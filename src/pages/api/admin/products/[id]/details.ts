import { showProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ProductDetails } from '#src/wire/products/products.ts';

export const GET = endpoint({
  scope: 'products:read',
  allow: 'writeProducts',
  summary: 'Mostra um produto',
  response: ProductDetails,
  run: ({ shop, params: { id = '' } }) => showProduct(shop, id),
});
