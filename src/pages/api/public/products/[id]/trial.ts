import { askForTrial } from '#src/domain/trials/ask-trial.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Done } from '#src/wire/purchases/purchases.ts';
import { AskForTrial } from '#src/wire/trials/trials.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Pede o teste de um produto',
  response: Done,
  status: 202,
  body: AskForTrial,
  run: ({ shop, body, params, clientNetwork }) => askForTrial(shop, params['id'] ?? '', body, clientNetwork),
});
