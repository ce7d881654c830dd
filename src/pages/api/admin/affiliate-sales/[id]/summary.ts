import { summarizeCommissions } from '#src/domain/affiliates/commission-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { COMMISSION_LIST, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Soma as comissões de um afiliado',
  response: CommissionSummary,
  query: COMMISSION_LIST,
  run: ({ shop, params: { id = '' }, url: { searchParams } }) =>
    summarizeCommissions(shop, id, readListRequest(searchParams, COMMISSION_LIST).affiliate),
});
