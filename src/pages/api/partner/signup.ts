import { signUpPartner } from '#src/domain/partners/applications.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PartnerSignUp } from '#src/wire/partners/partners.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Pede para ser parceiro',
  response: Done,
  status: 202,
  body: PartnerSignUp,
  run: ({ shop, body, clientNetwork }) => signUpPartner(shop, body, clientNetwork),
});
