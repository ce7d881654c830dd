import { markCommissionPaid } from '#src/domain/commissions.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** The id is that of the sale. */
export const POST = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => markCommissionPaid(shop, user, id),
});
