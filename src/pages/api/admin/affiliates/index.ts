import { listAffiliatePage, listAllAffiliates } from '#src/domain/affiliates/affiliate-list.ts';
import { createAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { created } from '#src/http/responses/responses.ts';
import { AFFILIATE_LIST, NewAffiliate } from '#src/wire/affiliates/affiliates.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithList(call, AFFILIATE_LIST, { page: listAffiliatePage, whole: listAllAffiliates }),
});

export const POST = endpoint({
  access: 'admin',
  body: NewAffiliate,
  run: async ({ shop, user, body }) => created(await createAffiliate(shop, user, body)),
});
