import { duplicateProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ProductDetails } from '#src/wire/products/products.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Duplica um produto',
  response: ProductDetails,
  status: 201,
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => duplicateProduct(shop, user, id),
});
