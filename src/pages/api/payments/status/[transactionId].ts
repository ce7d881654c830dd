import { checkPaymentStatus } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params, clientNetwork }) => checkPaymentStatus(shop, params['transactionId'] ?? '', clientNetwork),
});
