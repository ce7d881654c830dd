import { changeOwnPassword } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeOwnPassword } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  allow: 'desk',
  body: ChangeOwnPassword,
  run: ({ shop, user, body, sessionId }) => changeOwnPassword(shop, user, body, { sessionId }),
});
