import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listEncryptedSettings } from '#db/backup/backup.ts';
import { countFreeKeys, countSince } from '#db/backup/restore-carry-over.ts';
import { databasePath } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { CheckedBackup, RestorePlan } from '#src/domain/backups/restore-keeper.ts';
import type { RestorePreview, RestoreStep } from '#src/wire/backups/restores.ts';
import { keyFileOf, openEncryption } from '../shop/open-encryption.ts';
import { DATABASE, isStored, readManifest, SOLD } from './backup-files.ts';
import { bringBackup, expectRoom, forgetBrought } from './bring-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** Throws a sentence where it knows one. Nothing of the shop is changed. */
export async function checkRestore(
  settings: Settings,
  plan: RestorePlan,
  workplace: string,
  report: (step: RestoreStep) => void,
): Promise<CheckedBackup> {
  try {
    return await bringAndCheck(settings, plan, workplace, report);
  } catch (error) {
    await forgetBrought(workplace);
    throw error;
  }
}

async function bringAndCheck(...[settings, plan, workplace, report]: Parameters<typeof checkRestore>) {
  report('bringing');
  const { folder, isCutShort } = await bringBackup(plan, workplace);
  report('checking');
  const { createdAt, files, hasKeyFile } = await readManifest(folder);
  // Both the trial and the restore itself copy it beside what is there.
  const copied = files.filter(({ path }) => !path.startsWith(SOLD)).reduce((sum, { size }) => sum + size, 0);
  await expectRoom(workplace, 2 * copied);
  const { counts } = await verifyBackup(folder, workplace);
  report('comparing');
  const backup = join(folder, DATABASE);
  const copy = join(workplace, 'former.sqlite');
  try {
    const since = await countSince(databasePath(settings.DATABASE_URL), copy, { createdAt, database: backup });
    const stored = files.filter(({ path }) => isStored(path)).length;
    const secrets = await judgeSecrets(backup, hasKeyFile, settings);
    const freeKeys = countFreeKeys(backup);
    return { folder, preview: { createdAt, files: stored, isCutShort, since, freeKeys, counts, secrets } };
  } finally {
    await rm(copy, { force: true });
  }
}

/** The key of now opens them where the backup is this shop's own, or SECRETS_KEY came along. */
async function judgeSecrets(
  backup: string,
  hasKeyFile: boolean,
  settings: Settings,
): Promise<RestorePreview['secrets']> {
  const [setting] = listEncryptedSettings(backup);
  if (!setting) return 'none';
  if (!settings.SECRETS_KEY && hasKeyFile) return 'readable';
  if (!settings.SECRETS_KEY && !existsSync(keyFileOf(settings.DATABASE_URL))) return 'lost';
  const opened = await openEncryption(settings).decrypt(setting.name, setting.value);
  return opened === null ? 'lost' : 'readable';
}
