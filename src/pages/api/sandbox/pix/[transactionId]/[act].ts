import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'public',
  summary: null,
  run: ({ shop, params }) => simulatePayment(shop, params['transactionId'] ?? '', params['act'] ?? ''),
});
