import { startPayment } from '#src/domain/payments/start-payment.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readBuyerId } from '#src/http/sessions/buyer-session.ts';
import { readReferral } from '#src/http/sessions/referral.ts';
import { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { CreatePayment } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Cria um pedido e o Pix dele',
  response: PaymentCreated,
  body: CreatePayment,
  run: async ({ shop, body, headers, cookies, clientNetwork }) => {
    const order = { ...body, buyerId: await readBuyerId(shop, cookies), click: readReferral(shop, cookies) };
    return startPayment(shop, order, { idempotencyKey: headers.get('idempotency-key'), clientNetwork });
  },
});
