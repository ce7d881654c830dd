import { resendSaleReceipt } from '#src/domain/sales/sale-actions.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstKey } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  access: 'admin',
  scope: null,
  run: async ({ shop, user, params: { id = '' } }) => {
    await resendSaleReceipt(shop, user, id);
    return withFirstKey(await showSale(shop, id));
  },
});
