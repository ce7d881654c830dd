import { saveBackupSettings, showBackupSettings } from '#src/domain/backups/backup-settings.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveBackupSettings } from '#src/wire/backups/backups.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => showBackupSettings(shop),
});
export const PUT = endpoint({
  allow: 'settings',
  confirms: true,
  body: SaveBackupSettings,
  run: ({ shop, user, body }) => saveBackupSettings(shop, user, body),
});
