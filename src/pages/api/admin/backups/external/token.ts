import { drawOutsideToken } from '#src/domain/backups/outside-backup.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => drawOutsideToken(shop, user),
});
