import { changeGatePassword } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangePassword } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  allow: 'settings',
  body: ChangePassword,
  run: ({ shop, user, body, sessionId }) => changeGatePassword(shop, user, body, { sessionId }),
});
