import { markCommissionPaid } from '#src/domain/affiliates/commission-list.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'pay',
  confirms: true,
  run: ({ shop, user, params: { id = '' }, url }) =>
    markCommissionPaid(shop, user, id, url.searchParams.get('force') === 'true'),
});
