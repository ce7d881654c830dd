import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params, clientNetwork }) => checkPaymentStatus(shop, params['transactionId'] ?? '', clientNetwork),
});
