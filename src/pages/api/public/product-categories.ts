import { listCategories } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { Category } from '#src/wire/products/categories.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Lista as categorias da loja',
  response: arrayOf(Category),
  run: ({ shop }) => listCategories(shop),
});
