import { showPurchase } from '#src/domain/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params, address }) => showPurchase(shop, params['purchaseId'] ?? '', address),
});
