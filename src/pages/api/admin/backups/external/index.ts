import { noteOutsideBackup, readOutsideScript } from '#src/domain/backups/outside-backup.ts';
import { authorizeTeam, endpoint } from '#src/http/endpoint.ts';

/** Also for a script, which has no session. */
export const POST = endpoint({
  access: 'public',
  summary: null,
  run: async ({ shop, headers, clientNetwork, ...visitor }) => {
    const authorization = headers.get('authorization');
    const actor =
      authorization === null
        ? authorizeTeam(visitor, 'settings').user
        : await readOutsideScript(shop, authorization, clientNetwork);
    await noteOutsideBackup(shop, actor);
    return null;
  },
});
