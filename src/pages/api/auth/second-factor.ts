import { enterBySecondFactor } from '#src/domain/access/factors/sign-in.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { openSession } from '#src/http/sessions/session.ts';
import { LoggedIn } from '#src/wire/access/auth.ts';
import { SecondFactor } from '#src/wire/access/factor-forms.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Entra no painel com o segundo fator, depois da senha',
  response: LoggedIn,
  body: SecondFactor,
  run: async ({ shop, body, clientNetwork, cookies, headers }) => {
    const user = await enterBySecondFactor(shop, body, clientNetwork);
    await openSession(shop, cookies, user.id, headers.get('user-agent'));
    return { user };
  },
});
