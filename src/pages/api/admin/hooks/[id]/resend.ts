import { sendAllAgain } from '#src/domain/hooks/deliveries.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SentAgain } from '#src/wire/hooks/hooks.ts';

export const POST = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Envia de novo tudo o que espera',
  response: SentAgain,
  run: ({ shop, user, params: { id = '' } }) => sendAllAgain(shop, user, id),
});
