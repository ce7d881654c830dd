import { requestNewEmail } from '#src/domain/buyers/change-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';
import { ChangeEmail } from '#src/wire/buyers/buyer.ts';

export const POST = endpoint({
  access: 'buyer',
  body: ChangeEmail,
  run: async ({ shop, buyer, body }) => accepted(await requestNewEmail(shop, buyer, body)),
});
