import { listSalePage, listSalesOlderThan, streamSales } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';
import { respondWithList, showBatches, showPage } from '#src/http/responses/list-response.ts';
import { listOf } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { ListedSale } from '#src/wire/sales/shown-sales.ts';

export const GET = endpoint({
  scope: 'sales:read',
  allow: 'readSales',
  summary: 'Lista as vendas',
  response: listOf(ListedSale),
  query: SALE_LIST,
  run: (call) =>
    respondWithList(call, SALE_LIST, {
      after: async (shop, ...walk) => (await listSalesOlderThan(shop, ...walk)).map(withFirstItem),
      page: (shop, request) => showPage(listSalePage(shop, request), withFirstItem),
      whole: (shop) => showBatches(streamSales(shop), withFirstItem),
    }),
});
