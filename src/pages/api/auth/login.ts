import { logIn } from '#src/domain/access/login.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { openSession } from '#src/http/sessions/session.ts';
import { LoggedIn, Login } from '#src/wire/access/auth.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Entra no painel',
  response: LoggedIn,
  body: Login,
  run: async ({ shop, body, clientNetwork, cookies, headers }) => {
    const user = await logIn(shop, body, clientNetwork);
    await openSession(shop, cookies, user.id, headers.get('user-agent'));
    return { user };
  },
});
