import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PaymentStatusCheck } from '#src/wire/purchases/purchases.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Pergunta ao banco por um Pix',
  response: PaymentStatusCheck,
  run: ({ shop, params, clientNetwork }) => checkPaymentStatus(shop, params['transactionId'] ?? '', clientNetwork),
});
