import { deactivateMachine } from '#src/domain/licenses/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { DeactivateMachine, Deactivation } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Libera o computador de uma licença',
  response: Deactivation,
  body: DeactivateMachine,
  run: ({ shop, body, clientNetwork }) => deactivateMachine(shop, body, clientNetwork),
});
