import { listAffiliateSalePage, streamAffiliateSales } from '#src/domain/affiliate-sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/list-response.ts';
import { AFFILIATE_SALE_LIST } from '#src/wire/affiliates.ts';

/** The id may be `all`. */
export const GET = endpoint({
  access: 'admin',
  run: (call) => {
    const { id = '' } = call.params;
    return respondWithList(call, AFFILIATE_SALE_LIST, {
      page: (shop, request) => listAffiliateSalePage(shop, id, request),
      whole: (shop) => streamAffiliateSales(shop, id),
    });
  },
});
