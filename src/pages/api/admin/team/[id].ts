import { changeRole, removeMember } from '#src/domain/access/team.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeRole } from '#src/wire/access/team.ts';

export const PUT = endpoint({
  allow: 'team',
  confirms: true,
  body: ChangeRole,
  run: ({ shop, user, params: { id = '' }, body }) => changeRole(shop, user, id, body),
});

export const DELETE = endpoint({
  allow: 'team',
  confirms: true,
  run: ({ shop, user, params: { id = '' } }) => removeMember(shop, user, id),
});
