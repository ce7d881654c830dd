import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readBuyerId } from '#src/http/sessions/buyer-session.ts';
import { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { QuoteOrder } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Calcula quanto um pedido custa',
  response: OrderQuote,
  body: QuoteOrder,
  run: async ({ shop, body, cookies, clientNetwork }) =>
    quoteOrder(shop, body, clientNetwork, await readBuyerId(shop, cookies)),
});
