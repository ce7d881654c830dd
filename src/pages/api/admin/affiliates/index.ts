import { listAffiliatePage, listAllAffiliates } from '#src/domain/affiliate-list.ts';
import { createAffiliate } from '#src/domain/affiliates.ts';
import { created } from '#src/http/answers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AFFILIATE_LIST, NewAffiliate } from '#src/wire/affiliates.ts';
import { asksForPage, readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams } }) =>
    asksForPage(searchParams)
      ? listAffiliatePage(shop, readListRequest(searchParams, AFFILIATE_LIST))
      : listAllAffiliates(shop),
});

export const POST = endpoint({
  access: 'admin',
  body: NewAffiliate,
  run: async ({ shop, user, body }) => created(await createAffiliate(shop, user, body)),
});
