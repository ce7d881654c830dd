import { showPartnerDetails, writeNotes } from '#src/domain/partners/partner-details.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PartnerDetails, PartnerNotes } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Mostra um parceiro',
  response: PartnerDetails,
  run: ({ shop, params: { id = '' } }) => showPartnerDetails(shop, id),
});

export const PUT = endpoint({
  allow: 'writePartners',
  body: PartnerNotes,
  run: ({ shop, user, params: { id = '' }, body }) => writeNotes(shop, user, id, body),
});
