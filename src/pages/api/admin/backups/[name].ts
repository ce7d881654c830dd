import { downloadBackup, findBackupAddress } from '#src/domain/backups/backups.ts';
import { backupResponse } from '#src/http/backup-response.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  run: async ({ shop, user, params, ...pace }) =>
    backupResponse(pace, await downloadBackup(shop, user, params['name'] ?? '')),
});

export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  run: ({ shop, params }) => findBackupAddress(shop, params['name'] ?? ''),
});
