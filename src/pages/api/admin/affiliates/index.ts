import { listAffiliatePage, listAllAffiliates } from '#src/domain/affiliates/affiliate-list.ts';
import { createAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { NewAffiliate } from '#src/wire/affiliates/affiliate-form.ts';
import { AFFILIATE_LIST, Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista os afiliados',
  response: listOf(Affiliate),
  query: AFFILIATE_LIST,
  run: (call) => respondWithList(call, AFFILIATE_LIST, { page: listAffiliatePage, whole: listAllAffiliates }),
});

export const POST = endpoint({
  allow: 'writePartners',
  body: NewAffiliate,
  status: 201,
  run: ({ shop, user, body }) => createAffiliate(shop, user, body),
});
