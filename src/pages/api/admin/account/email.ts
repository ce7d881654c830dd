import { requestOwnEmail } from '#src/domain/access/own-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeOwnEmail } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  allow: 'desk',
  body: ChangeOwnEmail,
  run: ({ shop, user, body, sessionId }) => requestOwnEmail(shop, user, body, { sessionId }),
});
