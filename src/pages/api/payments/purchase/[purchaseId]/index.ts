import { showPurchase } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params, clientNetwork }) => showPurchase(shop, params['purchaseId'] ?? '', clientNetwork),
});
