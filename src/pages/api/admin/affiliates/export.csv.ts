import { exportAffiliates } from '#src/domain/affiliates/affiliate-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithTable } from '#src/http/responses/csv-response.ts';
import { AFFILIATE_LIST } from '#src/wire/affiliates/affiliates.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithTable(call, AFFILIATE_LIST, exportAffiliates),
});
