import { openPasskeySignIn } from '#src/domain/access/factors/sign-in.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Challenge } from '#src/wire/access/factor-forms.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Começa uma entrada com passkey',
  response: Challenge,
  status: 201,
  run: ({ shop, clientNetwork }) => openPasskeySignIn(shop, clientNetwork),
});
