import { changeCategory, removeCategory } from '#src/domain/products/categories.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AdminCategory, CategoryChange, CategoryRemoved, RemoveCategoryQuery } from '#src/wire/products/categories.ts';

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Muda uma categoria',
  response: AdminCategory,
  gate: 'products',
  body: CategoryChange,
  run: ({ shop, user, params: { id = '' }, body }) => changeCategory(shop, user, id, body),
});

/** `?moveTo=` names where its products go; left empty, they have no category then. */
export const DELETE = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Exclui uma categoria',
  response: CategoryRemoved,
  query: RemoveCategoryQuery,
  gate: 'products',
  run({ shop, user, params: { id = '' }, url: { searchParams } }) {
    const moveTo = searchParams.get('moveTo');
    return removeCategory(shop, user, id, moveTo === null ? undefined : moveTo || null);
  },
});
