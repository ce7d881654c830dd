import { requestOwnEmail } from '#src/domain/own-email.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeOwnEmail } from '#src/wire/own-account.ts';

export const POST = endpoint({
  access: 'admin',
  body: ChangeOwnEmail,
  run: ({ shop, user, body }) => requestOwnEmail(shop, user, body),
});
