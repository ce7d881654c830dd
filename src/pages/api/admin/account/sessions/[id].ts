import { endOwnSession } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'desk',
  run: ({ shop, user, params, sessionId }) => endOwnSession(shop, user, params['id'] ?? '', { sessionId }),
});
