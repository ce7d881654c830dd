import { checkMailServer } from '#src/domain/mail/mail-server.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';
import { MailServer } from '#src/wire/mail/mail-server.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: MailServer,
  run: async ({ shop, user, body }) => stepLines(shop, await checkMailServer(shop, user, body)),
});
