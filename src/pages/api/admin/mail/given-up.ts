import { listGivenUpMailPage } from '#src/domain/given-up-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readListRequest } from '#src/wire/lists.ts';
import { GIVEN_UP_MAIL_LIST } from '#src/wire/mail.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url }) => listGivenUpMailPage(shop, readListRequest(url.searchParams, GIVEN_UP_MAIL_LIST)),
});
