import { verifySale } from '#src/domain/sales/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstKey } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  access: 'admin',
  scope: null,
  run: async ({ shop, user, params: { id = '' } }) => withFirstKey(await verifySale(shop, user, id)),
});
