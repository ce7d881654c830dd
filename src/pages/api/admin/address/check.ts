import { checkAddress } from '#src/domain/address/check-address.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';
import { CheckAddress } from '#src/wire/address/address.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: CheckAddress,
  run: async ({ shop, user, body }) => stepLines(shop, await checkAddress(shop, user, body)),
});
