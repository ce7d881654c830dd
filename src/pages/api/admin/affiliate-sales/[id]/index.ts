import { listAffiliateSalePage, readAffiliateSales } from '#src/domain/affiliate-sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { listAnswer } from '#src/http/list-answer.ts';
import { asksForAffiliateSalePage, readAffiliateSaleRequest } from '#src/wire/affiliates.ts';

/** Of one affiliate, or of `all`. */
export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, params: { id = '' }, url: { searchParams }, untilTaken }) =>
    asksForAffiliateSalePage(searchParams)
      ? listAffiliateSalePage(shop, id, readAffiliateSaleRequest(searchParams))
      : listAnswer({ untilTaken }, await readAffiliateSales(shop, id)),
});
