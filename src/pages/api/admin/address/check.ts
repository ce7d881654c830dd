import { checkAddress } from '#src/domain/address/check-address.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CheckAddress } from '#src/wire/address/address.ts';

export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  body: CheckAddress,
  run: ({ shop, user, body }) => checkAddress(shop, user, body),
});
