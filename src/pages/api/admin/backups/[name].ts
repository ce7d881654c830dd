import { downloadBackup, findBackupAddress, removeBackup } from '#src/domain/backups/backups.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { backupResponse } from '#src/http/responses/backup-response.ts';
import { MAY_BE_LAST } from '#src/wire/backups/backups.ts';

export const GET = endpoint({
  allow: 'settings',
  confirms: true,
  run: async ({ shop, user, params, ...pace }) =>
    backupResponse(pace, await downloadBackup(shop, user, params['name'] ?? '')),
});

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, params }) => findBackupAddress(shop, params['name'] ?? ''),
});

export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: async ({ shop, user, params, url }) => {
    await removeBackup(shop, user, params['name'] ?? '', { mayBeLast: url.searchParams.has(MAY_BE_LAST) });
    return null;
  },
});
