import { exportSales } from '#src/domain/sales/sale-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithTable } from '#src/http/responses/csv-response.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithTable(call, SALE_LIST, exportSales),
});
