import { countCheckoutFromWithin } from '#src/domain/visits.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SentVisit } from '#src/wire/origins.ts';

export const POST = endpoint({
  access: 'public',
  body: SentVisit,
  run: ({ shop, body, clientNetwork }) => countCheckoutFromWithin(shop, body, clientNetwork),
});
