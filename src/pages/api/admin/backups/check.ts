import { checkBackupBucket } from '#src/domain/backups/backup-settings.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';
import { CheckBackupBucket } from '#src/wire/backups/backups.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: CheckBackupBucket,
  run: async ({ shop, body }) => stepLines(shop, await checkBackupBucket(shop, body)),
});
