import { endpoint } from '#src/http/endpoint.ts';
import { logOut } from '#src/http/sessions/session.ts';
import { Success } from '#src/wire/api/success.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Sai do painel',
  response: Success,
  run: ({ shop, cookies, headers }) => logOut(shop, cookies, headers),
});
