import { giveUpAddress, saveAddress, showAddress } from '#src/domain/address/address.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveAddress } from '#src/wire/address/address.ts';

export const GET = endpoint({ allow: 'settings', run: ({ shop }) => showAddress(shop) });

export const PUT = endpoint({
  allow: 'settings',
  confirms: true,
  body: SaveAddress,
  run: ({ shop, user, body }) => saveAddress(shop, user, body),
});

export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => giveUpAddress(shop, user),
});
