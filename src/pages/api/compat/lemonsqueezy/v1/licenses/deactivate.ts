import { deactivateForLemonSqueezy } from '#src/domain/licenses/lemon-squeezy.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { lemonSqueezyResponse } from '#src/http/responses/foreign-responses.ts';
import { LemonSqueezyDeactivation, LemonSqueezyOfInstance } from '#src/wire/licenses/lemon-squeezy-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Libera uma instância de uma licença como a Lemon Squeezy',
  response: LemonSqueezyDeactivation,
  body: LemonSqueezyOfInstance,
  takesForms: true,
  run: async ({ shop, body, clientNetwork }) =>
    lemonSqueezyResponse(await deactivateForLemonSqueezy(shop, body, clientNetwork)),
});
