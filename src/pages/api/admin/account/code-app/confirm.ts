import { confirmOwnCodeApp } from '#src/domain/access/factors/code-app.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ConfirmCodeApp } from '#src/wire/access/factor-forms.ts';

export const POST = endpoint({
  allow: 'desk',
  confirms: true,
  opensWithoutFactor: true,
  body: ConfirmCodeApp,
  run: ({ shop, user, body }) => confirmOwnCodeApp(shop, user, body),
});
