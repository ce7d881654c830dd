import { watchTestCharge } from '#src/domain/payments/bank-checks.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'bank',
  run: ({ shop, user, params }) => watchTestCharge(shop, user, params['reference'] ?? ''),
});
