import { createProduct, findProducts, listProducts } from '#src/domain/products.ts';
import { created } from '#src/http/answers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { asksForPage, readListRequest } from '#src/wire/lists.ts';
import { CreateProduct, PRODUCT_LIST } from '#src/wire/products.ts';

/** The whole list, sorted; with a page or a search one page of it. */
export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams } }) => {
    const request = readListRequest(searchParams, PRODUCT_LIST);
    return asksForPage(searchParams, ['page', 'pageSize', 'q'])
      ? findProducts(shop, request)
      : listProducts(shop, request);
  },
});

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: CreateProduct,
  run: async ({ shop, user, body }) => created(await createProduct(shop, user, body)),
});
