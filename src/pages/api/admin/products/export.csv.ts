import { exportProducts } from '#src/domain/products/product-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';

export const GET = endpoint({
  scope: 'products:read',
  allow: ['writeProducts', 'export'],
  confirms: true,
  summary: 'Exporta os produtos em CSV',
  response: CSV,
  query: PRODUCT_LIST,
  run: (call) => respondWithTable(call, PRODUCT_LIST, exportProducts),
});
