import { createCategory, listCategoriesWithProducts, orderCategories } from '#src/domain/products/categories.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { AdminCategory, CategoryOrder, NewCategory } from '#src/wire/products/categories.ts';

export const GET = endpoint({
  scope: 'products:read',
  allow: 'readProducts',
  summary: 'Lista as categorias',
  response: arrayOf(AdminCategory),
  run: ({ shop }) => listCategoriesWithProducts(shop),
});

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Cria uma categoria',
  response: AdminCategory,
  status: 201,
  gate: 'products',
  body: NewCategory,
  run: ({ shop, user, body }) => createCategory(shop, user, body),
});

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Põe as categorias em ordem',
  response: arrayOf(AdminCategory),
  gate: 'products',
  body: CategoryOrder,
  run: ({ shop, user, body }) => orderCategories(shop, user, body),
});
