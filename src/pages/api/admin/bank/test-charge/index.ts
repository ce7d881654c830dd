import { requestTestCharge } from '#src/domain/payments/bank-checks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user }) => created(await requestTestCharge(shop, user)),
});
