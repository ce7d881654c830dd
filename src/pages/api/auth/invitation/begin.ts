import { beginByPasskey } from '#src/domain/access/accept-invitation.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { BeginByPasskey } from '#src/wire/access/team.ts';

export const POST = endpoint({
  access: 'public',
  summary: null,
  status: 201,
  body: BeginByPasskey,
  run: ({ shop, body, clientNetwork }) => beginByPasskey(shop, body, clientNetwork),
});
