import { resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';
import { ResolveSale } from '#src/wire/sales/sales.ts';

export const POST = endpoint({
  allow: 'refund',
  confirms: true,
  body: ResolveSale,
  run: async ({ shop, user, showsKeys, body, params: { id = '' } }) => {
    await resolveSale(shop, user, id, body);
    return saleWithFirstKey(await showSale(shop, id), { showsKeys });
  },
});
