import { removeAddress } from '#src/domain/address/address.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => removeAddress(shop, user),
});
