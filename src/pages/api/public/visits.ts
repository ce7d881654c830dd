import { countCheckoutFromWithin } from '#src/domain/reports/visits.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SentVisit } from '#src/wire/reports/origins.ts';

export const POST = endpoint({
  access: 'public',
  body: SentVisit,
  run: ({ shop, body, clientNetwork }) => countCheckoutFromWithin(shop, body, clientNetwork),
});
