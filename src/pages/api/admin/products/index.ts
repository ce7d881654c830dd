import { createProduct, listProductPage, listProducts } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { listOf } from '#src/wire/lists/lists.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import { AdminProduct, CreateProduct, ProductDetails } from '#src/wire/products/products.ts';

/** A page or a search in the address gives one page, nothing the whole list. */
export const GET = endpoint({
  scope: 'products:read',
  allow: 'readProducts',
  summary: 'Lista os produtos',
  response: listOf(AdminProduct),
  query: PRODUCT_LIST,
  run: (call) => respondWithList(call, PRODUCT_LIST, { page: listProductPage, whole: listProducts }),
});

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Cria um produto',
  response: ProductDetails,
  status: 201,
  gate: 'products',
  body: CreateProduct,
  run: ({ shop, user, body }) => createProduct(shop, user, body),
});
