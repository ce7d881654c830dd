import { withdrawRelease } from '#src/domain/releases/releases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Release, WithdrawRelease } from '#src/wire/releases/releases.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Retira uma versão publicada',
  response: Release,
  gate: 'products',
  body: WithdrawRelease,
  run: ({ shop, user, params: { id = '' }, body }) => withdrawRelease(shop, user, id, body),
});
