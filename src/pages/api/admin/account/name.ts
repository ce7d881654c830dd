import { changeOwnName } from '#src/domain/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeOwnName } from '#src/wire/own-account.ts';

export const POST = endpoint({
  access: 'admin',
  body: ChangeOwnName,
  run: ({ shop, user, body }) => changeOwnName(shop, user, body),
});
