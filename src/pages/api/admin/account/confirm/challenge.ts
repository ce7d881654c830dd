import { openConfirmation } from '#src/domain/access/factors/confirm-identity.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'desk',
  status: 201,
  run: ({ shop, user }) => openConfirmation(shop, user),
});
