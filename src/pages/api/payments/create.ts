import { startPayment } from '#src/domain/payments/start-payment.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CreatePayment } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  body: CreatePayment,
  run: ({ shop, body, headers, clientNetwork }) =>
    startPayment(shop, body, { idempotencyKey: headers.get('idempotency-key'), clientNetwork }),
});
