import { changeGatePassword } from '#src/domain/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangePassword } from '#src/wire/own-account.ts';

export const POST = endpoint({
  access: 'admin',
  body: ChangePassword,
  run: ({ shop, user, body, sessionId }) => changeGatePassword(shop, user, body, { sessionId }),
});
