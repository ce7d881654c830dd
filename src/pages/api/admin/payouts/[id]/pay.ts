import { payPayout } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PayPayout } from '#src/wire/payouts/payouts.ts';

export const POST = endpoint({
  allow: 'pay',
  confirms: true,
  body: PayPayout,
  run: ({ shop, user, params: { id = '' }, body }) => payPayout(shop, user, id, body),
});
