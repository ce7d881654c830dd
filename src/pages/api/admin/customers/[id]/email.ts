import { correctEmail } from '#src/domain/customers/correct-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CorrectEmail } from '#src/wire/customers/customers.ts';

export const POST = endpoint({
  access: 'admin',
  body: CorrectEmail,
  run: ({ shop, user, params: { id = '' }, body }) => correctEmail(shop, user, id, body),
});
