import { invite } from '#src/domain/access/invitations.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Invite } from '#src/wire/access/team.ts';

export const POST = endpoint({
  allow: 'team',
  confirms: true,
  status: 201,
  body: Invite,
  run: ({ shop, user, body }) => invite(shop, user, body),
});
