import { readOpenCharge } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params, clientNetwork }) => readOpenCharge(shop, params['purchaseId'] ?? '', clientNetwork),
});
