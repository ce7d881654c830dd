import { verifySale } from '#src/domain/sales/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  allow: 'reconcile',
  run: async ({ shop, user, showsKeys, params: { id = '' } }) =>
    saleWithFirstKey(await verifySale(shop, user, id), { showsKeys }),
});
