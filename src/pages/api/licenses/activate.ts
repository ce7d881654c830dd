import { activateMachine } from '#src/domain/licenses/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ActivateMachine } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  body: ActivateMachine,
  run: ({ shop, body, clientNetwork }) => activateMachine(shop, body, clientNetwork),
});
