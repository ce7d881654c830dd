import { requestNewEmail } from '#src/domain/buyers/change-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeEmail } from '#src/wire/buyers/buyer.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'buyer',
  summary: 'Pede a troca do e-mail do cliente',
  response: Done,
  status: 202,
  body: ChangeEmail,
  run: ({ shop, buyer, body }) => requestNewEmail(shop, buyer, body),
});
