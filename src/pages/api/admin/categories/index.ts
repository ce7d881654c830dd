import { createCategory, listCategoriesWithProducts, orderCategories } from '#src/domain/products/categories.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';
import { CategoryOrder, NewCategory } from '#src/wire/products/categories.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => listCategoriesWithProducts(shop) });

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: NewCategory,
  run: async ({ shop, user, body }) => created(await createCategory(shop, user, body)),
});

export const PUT = endpoint({
  access: 'admin',
  gate: 'products',
  body: CategoryOrder,
  run: ({ shop, user, body }) => orderCategories(shop, user, body),
});
