import { summarizeCommissions } from '#src/domain/affiliate-sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readAffiliateSaleRequest } from '#src/wire/affiliates.ts';

/** Of one affiliate, or of `all`. */
export const GET = endpoint({
  access: 'admin',
  run: ({ shop, params: { id = '' }, url: { searchParams } }) =>
    summarizeCommissions(shop, id, readAffiliateSaleRequest(searchParams).affiliate),
});
