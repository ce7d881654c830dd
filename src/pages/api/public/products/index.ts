import { listPublicProducts } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { PublicProduct } from '#src/wire/storefront/public-product.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Lista os produtos da loja',
  response: arrayOf(PublicProduct),
  run: ({ shop }) => listPublicProducts(shop),
});
