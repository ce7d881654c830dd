import { testHook } from '#src/domain/hooks/hooks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Answer } from '#src/wire/hooks/deliveries.ts';

export const POST = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Envia um evento de teste',
  response: Answer,
  run: ({ shop, user, params: { id = '' } }) => testHook(shop, user, id),
});
