import { markCommissionPaid } from '#src/domain/affiliates/commission-list.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => markCommissionPaid(shop, user, id),
});
