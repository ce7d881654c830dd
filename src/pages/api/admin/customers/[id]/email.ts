import { correctEmail } from '#src/domain/customers/correct-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';
import { CorrectEmail } from '#src/wire/customers/customers.ts';

export const POST = endpoint({
  allow: 'writeCustomers',
  body: CorrectEmail,
  run: async ({ shop, user, params: { id = '' }, body }) =>
    customerWithFirstItems(await correctEmail(shop, user, id, body)),
});
