import { activateMachine } from '#src/domain/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ActivateMachine } from '#src/wire/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  body: ActivateMachine,
  run: ({ shop, body, clientNetwork }) => activateMachine(shop, body, clientNetwork),
});
