import { removeFormerBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'bank',
  confirms: true,
  run: ({ shop, user, params }) => removeFormerBank(shop, user, params['account'] ?? ''),
});
