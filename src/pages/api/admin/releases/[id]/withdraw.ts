import { withdrawRelease } from '#src/domain/releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { WithdrawRelease } from '#src/wire/releases.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: WithdrawRelease,
  run: ({ shop, user, params: { id = '' }, body }) => withdrawRelease(shop, user, id, body),
});
