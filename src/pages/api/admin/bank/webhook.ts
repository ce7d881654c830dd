import { registerWebhook } from '#src/domain/payments/bank-checks.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'bank',
  confirms: true,
  run: ({ shop, user }) => registerWebhook(shop, user),
});
