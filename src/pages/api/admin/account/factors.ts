import { showOwnFactors } from '#src/domain/access/factors/own-factors.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'desk',
  opensWithoutFactor: true,
  run: ({ shop, user }) => showOwnFactors(shop, user),
});
