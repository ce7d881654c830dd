import { writeAgain } from '#src/domain/customers/write-again.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { customerWithFirstItems } from '#src/http/responses/first-item.ts';

export const POST = endpoint({
  allow: 'writeCustomers',
  run: async ({ shop, user, params: { id = '' } }) => customerWithFirstItems(await writeAgain(shop, user, id)),
});
