import { orderTestCharge } from '#src/domain/bank-setup.ts';
import { created } from '#src/http/answers.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user }) => created(await orderTestCharge(shop, user)),
});
