import { checkRestore } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';
import { CheckRestore } from '#src/wire/backups/restores.ts';

export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  body: CheckRestore,
  run: async ({ shop, body }) => accepted(await checkRestore(shop, body)),
});
