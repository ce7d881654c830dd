import { acceptShortPayment } from '#src/domain/payments/manual-resolution.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  allow: 'refund',
  run: async ({ shop, user, showsKeys, params: { id = '' } }) => {
    await acceptShortPayment(shop, user, id);
    return saleWithFirstKey(await showSale(shop, id), { showsKeys });
  },
});
