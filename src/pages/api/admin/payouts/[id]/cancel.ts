import { cancelPayout } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'pay',
  run: ({ shop, user, params: { id = '' } }) => cancelPayout(shop, user, id),
});
