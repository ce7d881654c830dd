import { showTeam } from '#src/domain/access/team.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'team',
  run: ({ shop, user }) => showTeam(shop, user),
});
