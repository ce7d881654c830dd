import { showBackups } from '#src/domain/backups/backups.ts';
import { startBackup } from '#src/domain/backups/make-backup.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showBackups(shop) });
export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user }) => accepted(await startBackup(shop, user)),
});
