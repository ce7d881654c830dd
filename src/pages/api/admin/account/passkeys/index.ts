import { addPasskey } from '#src/domain/access/factors/passkeys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AddPasskey } from '#src/wire/access/factor-forms.ts';

export const POST = endpoint({
  allow: 'desk',
  confirms: true,
  opensWithoutFactor: true,
  status: 201,
  body: AddPasskey,
  run: ({ shop, user, body }) => addPasskey(shop, user, body),
});
