import { acceptApplication } from '#src/domain/partners/applications.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AcceptApplication } from '#src/wire/partners/partners.ts';

export const POST = endpoint({
  allow: 'writePartners',
  status: 201,
  body: AcceptApplication,
  run: ({ shop, user, params: { id = '' }, body }) => acceptApplication(shop, user, id, body),
});
