import { deactivateMachine } from '#src/domain/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { DeactivateMachine } from '#src/wire/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  body: DeactivateMachine,
  run: ({ shop, body, clientNetwork }) => deactivateMachine(shop, body, clientNetwork),
});
