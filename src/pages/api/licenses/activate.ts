import { activateMachine } from '#src/domain/licenses/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ActivateMachine, Activation } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Ativa uma licença em um computador',
  response: Activation,
  body: ActivateMachine,
  run: ({ shop, body, clientNetwork }) => activateMachine(shop, body, clientNetwork),
});
