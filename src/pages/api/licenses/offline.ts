import { activateOffline } from '#src/domain/licenses/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Activation, OfflineRequest } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Ativa uma licença com o código de um computador sem internet',
  response: Activation,
  body: OfflineRequest,
  run: ({ shop, body, clientNetwork }) => activateOffline(shop, body, clientNetwork),
});
