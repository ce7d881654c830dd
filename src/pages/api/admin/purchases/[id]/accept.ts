import { acceptShortPayment } from '#src/domain/payments/manual-resolution.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => acceptShortPayment(shop, user, id),
});
