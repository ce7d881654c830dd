import { requestMailTest } from '#src/domain/mail/mail-tests.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user }) => accepted(await requestMailTest(shop, user)),
});
