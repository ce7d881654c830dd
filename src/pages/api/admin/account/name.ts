import { changeOwnName } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeOwnName } from '#src/wire/access/own-account.ts';

export const POST = endpoint({
  allow: 'desk',
  body: ChangeOwnName,
  run: ({ shop, user, body }) => changeOwnName(shop, user, body),
});
