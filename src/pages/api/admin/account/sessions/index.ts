import { endOtherSessions, listOwnSessions } from '#src/domain/access/own-account.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'desk',
  run: ({ shop, user, sessionId }) => listOwnSessions(shop, user, { sessionId }),
});

/** Ends all sessions but this one. */
export const DELETE = endpoint({
  allow: 'desk',
  run: ({ shop, user, sessionId }) => endOtherSessions(shop, user, { sessionId }),
});
