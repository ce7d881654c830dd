import { changeEach } from '#src/domain/chosen-rows.ts';
import { editProduct } from '#src/domain/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenState } from '#src/wire/chosen-rows.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: ChosenState,
  run: ({ shop, user, body: { ids, isActive } }) =>
    changeEach(ids, (id) => editProduct(shop, user, id, { status: isActive ? 'active' : 'Inativo' })),
});
