import { exportSales } from '#src/domain/sales/sale-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

export const GET = endpoint({
  scope: 'sales:read',
  allow: ['readSales', 'export'],
  confirms: true,
  summary: 'Exporta as vendas em CSV',
  response: CSV,
  query: SALE_LIST,
  run: (call) => respondWithTable(call, SALE_LIST, exportSales),
});
