import { requestMailTest } from '#src/domain/mail/mail-tests.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'settings',
  status: 202,
  run: ({ shop, user }) => requestMailTest(shop, user),
});
