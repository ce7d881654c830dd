import { listPartnerSalePage } from '#src/domain/partners/partner-area.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { pageOf, readListRequest } from '#src/wire/lists/lists.ts';
import { PARTNER_SALE_LIST, PartnerSale } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  access: 'partner',
  summary: 'Lista as vendas do parceiro',
  response: pageOf(PartnerSale),
  query: PARTNER_SALE_LIST,
  run: ({ shop, partner, url: { searchParams } }) =>
    listPartnerSalePage(shop, partner, readListRequest(searchParams, PARTNER_SALE_LIST)),
});
