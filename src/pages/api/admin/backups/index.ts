import { showBackups } from '#src/domain/backups/backups.ts';
import { startBackup } from '#src/domain/backups/make-backup.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ allow: 'settings', run: ({ shop }) => showBackups(shop) });
export const POST = endpoint({
  allow: 'settings',
  status: 202,
  run: ({ shop, user }) => startBackup(shop, user),
});
