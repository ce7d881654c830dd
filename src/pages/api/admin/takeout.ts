import { findTakeoutAddress, takeOut } from '#src/domain/takeout/take-out.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { takeoutResponse } from '#src/http/responses/takeout-response.ts';

export const GET = endpoint({
  allow: 'settings',
  confirms: true,
  run: async ({ shop, user, ...pace }) => takeoutResponse(pace, await takeOut(shop, user)),
});

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => findTakeoutAddress(shop, user),
});
