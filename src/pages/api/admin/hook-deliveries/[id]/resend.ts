import { sendAgain } from '#src/domain/hooks/deliveries.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';

export const POST = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Envia de novo uma entrega',
  response: Success,
  run: ({ shop, user, params: { id = '' } }) => sendAgain(shop, user, id),
});
