import { validateForLemonSqueezy } from '#src/domain/licenses/lemon-squeezy.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { lemonSqueezyResponse } from '#src/http/responses/foreign-responses.ts';
import { LemonSqueezyOfInstance, LemonSqueezyValidation } from '#src/wire/licenses/lemon-squeezy-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Confere uma licença como a Lemon Squeezy',
  response: LemonSqueezyValidation,
  body: LemonSqueezyOfInstance,
  takesForms: true,
  run: async ({ shop, body, clientNetwork }) =>
    lemonSqueezyResponse(await validateForLemonSqueezy(shop, body, clientNetwork)),
});
