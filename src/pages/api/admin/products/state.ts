import { changeEach } from '#src/domain/lists/chosen-rows.ts';
import { editProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenResult, ChosenState } from '#src/wire/lists/chosen-rows.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Ativa ou desativa vários produtos',
  response: ChosenResult,
  gate: 'products',
  body: ChosenState,
  run: ({ shop, user, body: { ids, isActive } }) =>
    changeEach(ids, (id) => editProduct(shop, user, id, { status: isActive ? 'active' : 'Inativo' })),
});
