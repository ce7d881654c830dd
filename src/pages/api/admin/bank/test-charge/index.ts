import { requestTestCharge } from '#src/domain/payments/bank-checks.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'bank',
  status: 201,
  run: ({ shop, user }) => requestTestCharge(shop, user),
});
