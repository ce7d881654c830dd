import { requestLink } from '#src/domain/buyers/sign-in.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RequestLink } from '#src/wire/buyers/buyer.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Envia ao cliente o link de entrada',
  response: Done,
  status: 202,
  body: RequestLink,
  run: ({ shop, body, clientNetwork }) => requestLink(shop, body, clientNetwork),
});
