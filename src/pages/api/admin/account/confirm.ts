import { confirmOwnPassword } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ConfirmPassword } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  access: 'admin',
  scope: null,
  body: ConfirmPassword,
  run: ({ shop, user, body, sessionId }) => confirmOwnPassword(shop, user, body, { sessionId }),
});
