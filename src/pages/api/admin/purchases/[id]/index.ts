import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';
import { ShownSale } from '#src/wire/sales/shown-sales.ts';

export const GET = endpoint({
  scope: 'sales:read',
  allow: 'readSales',
  summary: 'Mostra uma venda',
  response: ShownSale,
  run: async ({ shop, showsKeys, params: { id = '' } }) => {
    const sale = await showSale(shop, id);
    return saleWithFirstKey(sale, { showsKeys });
  },
});
