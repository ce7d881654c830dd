import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstKey } from '#src/http/responses/first-item.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, params: { id = '' } }) => withFirstKey(await showSale(shop, id)),
});
