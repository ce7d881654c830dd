import { resendSaleReceipt } from '#src/domain/sales/sale-actions.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  allow: 'resend',
  run: async ({ shop, user, showsKeys, params: { id = '' } }) => {
    await resendSaleReceipt(shop, user, id);
    return saleWithFirstKey(await showSale(shop, id), { showsKeys });
  },
});
