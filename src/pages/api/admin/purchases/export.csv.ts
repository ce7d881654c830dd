import { exportSales } from '#src/domain/sale-export.ts';
import { csvAnswer } from '#src/http/csv-answer.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readSaleRequest } from '#src/wire/sale-list.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url, untilTaken }) => {
    const { q, status, from, to } = readSaleRequest(url.searchParams, shop.clock.now());
    return csvAnswer({ untilTaken }, await exportSales(shop, user, { q, status, from, to }));
  },
});
