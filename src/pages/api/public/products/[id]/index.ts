import { showPublicProduct } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PublicProduct } from '#src/wire/storefront/public-product.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Mostra um produto da loja',
  response: PublicProduct,
  run: ({ shop, params }) => showPublicProduct(shop, params['id'] ?? ''),
});
