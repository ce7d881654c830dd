import { listFailedMailPage } from '#src/domain/mail/failed-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { FAILED_MAIL_LIST } from '#src/wire/mail/mail.ts';

export const GET = endpoint({
  allow: 'resend',
  run: ({ shop, url }) => listFailedMailPage(shop, readListRequest(url.searchParams, FAILED_MAIL_LIST)),
});
