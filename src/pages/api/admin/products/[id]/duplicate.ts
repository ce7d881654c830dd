import { duplicateProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  run: async ({ shop, user, params: { id = '' } }) => created(await duplicateProduct(shop, user, id)),
});
