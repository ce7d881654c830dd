import { createApiToken, listApiTokens } from '#src/domain/access/api-tokens.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CreateToken } from '#src/wire/access/api-tokens.ts';

export const GET = endpoint({ allow: 'tokens', run: ({ shop }) => listApiTokens(shop) });

export const POST = endpoint({
  allow: 'tokens',
  confirms: true,
  body: CreateToken,
  status: 201,
  run: ({ shop, user, body }) => createApiToken(shop, user, body),
});
