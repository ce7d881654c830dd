import { verifySale } from '#src/domain/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({ access: 'admin', run: ({ shop, params: { id = '' } }) => verifySale(shop, id) });
