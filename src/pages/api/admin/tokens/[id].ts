import { revokeApiToken } from '#src/domain/access/api-tokens.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'tokens',
  run: ({ shop, user, params: { id = '' } }) => revokeApiToken(shop, user, id),
});
