import { logIn } from '#src/domain/login.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { openSession } from '#src/http/session.ts';
import { Login } from '#src/wire/auth.ts';

export const POST = endpoint({
  access: 'public',
  body: Login,
  run: async ({ shop, body, clientNetwork, cookies, headers }) => {
    const user = await logIn(shop, body, clientNetwork);
    await openSession(shop, cookies, user.id, headers.get('user-agent'));
    return { user };
  },
});
