import { exportAffiliates } from '#src/domain/affiliates/affiliate-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { AFFILIATE_LIST } from '#src/wire/affiliates/affiliates.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: ['readPartners', 'export'],
  confirms: true,
  summary: 'Exporta os afiliados em CSV',
  response: CSV,
  query: AFFILIATE_LIST,
  run: (call) => respondWithTable(call, AFFILIATE_LIST, exportAffiliates),
});
