import { askForNotice } from '#src/domain/keys/stock.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';
import { AskForNotice } from '#src/wire/keys/stock-notices.ts';

export const POST = endpoint({
  access: 'public',
  body: AskForNotice,
  run: async ({ shop, body, params, clientNetwork }) =>
    accepted(await askForNotice(shop, params['id'] ?? '', body, clientNetwork)),
});
