import { refuseApplication } from '#src/domain/partners/applications.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'writePartners',
  run: ({ shop, user, params: { id = '' } }) => refuseApplication(shop, user, id),
});
