import { addMaterial, showMaterials } from '#src/domain/partners/program.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { NewMaterial, PartnerMaterial } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista o material dos parceiros',
  response: arrayOf(PartnerMaterial),
  run: ({ shop }) => showMaterials(shop),
});

export const POST = endpoint({
  allow: 'writePartners',
  status: 201,
  body: NewMaterial,
  run: ({ shop, user, body }) => addMaterial(shop, user, body),
});
