import { changeOwnPassword } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangePassword } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  access: 'admin',
  scope: null,
  allow: 'desk',
  body: ChangePassword,
  run: ({ shop, user, body, sessionId }) => changeOwnPassword(shop, user, body, { sessionId }),
});
