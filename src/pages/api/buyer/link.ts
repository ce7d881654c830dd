import { requestLink } from '#src/domain/buyers/sign-in.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';
import { RequestLink } from '#src/wire/buyers/buyer.ts';

export const POST = endpoint({
  access: 'public',
  body: RequestLink,
  run: async ({ shop, body, clientNetwork }) => accepted(await requestLink(shop, body, clientNetwork)),
});
