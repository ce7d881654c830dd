import { activateForLemonSqueezy } from '#src/domain/licenses/lemon-squeezy.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { lemonSqueezyResponse } from '#src/http/responses/foreign-responses.ts';
import { LemonSqueezyActivate, LemonSqueezyActivation } from '#src/wire/licenses/lemon-squeezy-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Ativa uma licença como a Lemon Squeezy',
  response: LemonSqueezyActivation,
  body: LemonSqueezyActivate,
  takesForms: true,
  run: async ({ shop, body, clientNetwork }) =>
    lemonSqueezyResponse(await activateForLemonSqueezy(shop, body, clientNetwork)),
});
