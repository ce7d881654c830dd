import { checkMailServer } from '#src/domain/mail/mail-server.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { MailServer } from '#src/wire/mail/mail-server.ts';

export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  body: MailServer,
  run: ({ shop, user, body }) => checkMailServer(shop, user, body),
});
