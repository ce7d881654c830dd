import { giveUpAddress, saveAddress, showAddress } from '#src/domain/address/address.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveAddress } from '#src/wire/address/address.ts';

export const GET = endpoint({ access: 'admin', allow: 'settings', run: ({ shop }) => showAddress(shop) });

export const PUT = endpoint({
  access: 'admin',
  allow: 'settings',
  confirms: true,
  body: SaveAddress,
  run: ({ shop, user, body }) => saveAddress(shop, user, body),
});

export const DELETE = endpoint({
  access: 'admin',
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => giveUpAddress(shop, user),
});
