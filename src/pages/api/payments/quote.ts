import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { QuoteOrder } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  body: QuoteOrder,
  run: ({ shop, body, clientNetwork }) => quoteOrder(shop, body, clientNetwork),
});
