import { exportProducts } from '#src/domain/products/product-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithTable } from '#src/http/responses/csv-response.ts';
import { PRODUCT_LIST } from '#src/wire/products/products.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithTable(call, PRODUCT_LIST, exportProducts),
});
