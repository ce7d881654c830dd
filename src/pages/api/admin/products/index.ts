import { createProduct, listProductPage, listProducts } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { created } from '#src/http/responses/responses.ts';
import { CreateProduct, PRODUCT_LIST } from '#src/wire/products/products.ts';

/** A page or a search in the address gives one page, nothing the whole list. */
export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithList(call, PRODUCT_LIST, { page: listProductPage, whole: listProducts }),
});

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: CreateProduct,
  run: async ({ shop, user, body }) => created(await createProduct(shop, user, body)),
});
