import { readTestCharge } from '#src/domain/payments/bank-checks.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, params }) => readTestCharge(shop, params['reference'] ?? ''),
});
