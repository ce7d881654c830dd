import { listBuyerPurchases } from '#src/domain/buyers/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'buyer', run: ({ shop, buyer }) => listBuyerPurchases(shop, buyer) });
