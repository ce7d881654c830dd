import { listCommissionPage, streamCommissions } from '#src/domain/affiliates/commission-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { COMMISSION_LIST, Commission } from '#src/wire/affiliates/affiliates.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista as comissões de um afiliado',
  response: listOf(Commission),
  query: COMMISSION_LIST,
  run: (call) => {
    const { id = '' } = call.params;
    return respondWithList(call, COMMISSION_LIST, {
      page: (shop, request) => listCommissionPage(shop, id, request),
      whole: (shop) => streamCommissions(shop, id),
    });
  },
});
