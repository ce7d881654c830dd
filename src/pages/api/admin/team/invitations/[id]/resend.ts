import { resendInvitation } from '#src/domain/access/invitations.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'team',
  confirms: true,
  run: ({ shop, user, params: { id = '' } }) => resendInvitation(shop, user, id),
});
