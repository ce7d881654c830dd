import { withdrawInvitation } from '#src/domain/access/invitations.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'team',
  run: ({ shop, user, params: { id = '' } }) => withdrawInvitation(shop, user, id),
});
