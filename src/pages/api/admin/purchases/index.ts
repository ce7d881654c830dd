import { listSalePage, streamSales } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';
import { respondWithList, showBatches, showPage } from '#src/http/responses/list-response.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) =>
    respondWithList(call, SALE_LIST, {
      page: (shop, request) => showPage(listSalePage(shop, request), withFirstItem),
      whole: (shop) => showBatches(streamSales(shop), withFirstItem),
    }),
});
