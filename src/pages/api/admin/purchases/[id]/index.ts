import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop, params: { id = '' } }) => showSale(shop, id) });
