import { confirmIdentity } from '#src/domain/access/factors/confirm-identity.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ConfirmIdentity } from '#src/wire/access/factor-forms.ts';

export const POST = endpoint({
  allow: 'desk',
  opensWithoutFactor: true,
  body: ConfirmIdentity,
  run: ({ shop, user, body, sessionId }) => confirmIdentity(shop, user, body, { sessionId }),
});
