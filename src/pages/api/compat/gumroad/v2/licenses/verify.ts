import { verifyForGumroad } from '#src/domain/licenses/gumroad.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { gumroadResponse } from '#src/http/responses/foreign-responses.ts';
import { GumroadAnswer, GumroadVerification } from '#src/wire/licenses/gumroad-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Confere uma licença como a Gumroad',
  response: GumroadAnswer,
  body: GumroadVerification,
  takesForms: true,
  run: async ({ shop, body, clientNetwork }) => gumroadResponse(await verifyForGumroad(shop, body, clientNetwork)),
});
