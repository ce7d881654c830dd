import { listSalePage, streamSales } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/list-response.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithList(call, SALE_LIST, { page: listSalePage, whole: streamSales }),
});
