import { checkRestore } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CheckRestore } from '#src/wire/backups/restores.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: CheckRestore,
  status: 202,
  run: ({ shop, body }) => checkRestore(shop, body),
});
