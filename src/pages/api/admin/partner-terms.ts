import { changeTerms, showTerms } from '#src/domain/partners/program.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { NewTerms, TermsNow } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Mostra os termos do programa',
  response: TermsNow,
  run: ({ shop }) => showTerms(shop),
});

export const PUT = endpoint({
  allow: 'writePartners',
  body: NewTerms,
  run: ({ shop, user, body }) => changeTerms(shop, user, body),
});
