import { noteOutsideBackup } from '#src/domain/backups/outside-backup.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** Also for a script, which has no session. */
export const POST = endpoint({
  access: 'public',
  summary: null,
  run: ({ shop, user, headers, clientNetwork }) =>
    noteOutsideBackup(shop, { user, clientNetwork, authorization: headers.get('authorization') }),
});
