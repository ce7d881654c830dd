import { countCheckoutFromWithin } from '#src/domain/reports/visits.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { SentVisit } from '#src/wire/reports/origins.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Conta a abertura de um checkout',
  response: Success,
  body: SentVisit,
  run: ({ shop, body, clientNetwork }) => countCheckoutFromWithin(shop, body, clientNetwork),
});
