import { listApplications } from '#src/domain/partners/applications.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { PartnerApplication } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista quem quer ser parceiro',
  response: arrayOf(PartnerApplication),
  run: ({ shop }) => listApplications(shop),
});
