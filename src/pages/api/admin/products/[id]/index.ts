import { editProduct, removeProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { UpdateProduct } from '#src/wire/products/products.ts';

export const PUT = endpoint({
  access: 'admin',
  gate: 'products',
  body: UpdateProduct,
  run: ({ shop, user, params: { id = '' }, body }) => editProduct(shop, user, id, body),
});

export const DELETE = endpoint({
  access: 'admin',
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => removeProduct(shop, user, id),
});
