import { pageSales, readSales } from '#src/domain/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { listAnswer } from '#src/http/list-answer.ts';
import { asksForSalePage, readSaleRequest } from '#src/wire/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams }, untilTaken }) =>
    asksForSalePage(searchParams)
      ? pageSales(shop, readSaleRequest(searchParams, shop.clock.now()))
      : listAnswer({ untilTaken }, readSales(shop)),
});
