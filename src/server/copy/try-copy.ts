import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findLastOrderIn } from '#db/backup/backup.ts';
import { databasePath } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { CopyTrialPlan, TriedCopy } from '#src/domain/backups/copy-keeper.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { DATABASE } from '../backup/backup-files.ts';
import { expectRoom } from '../backup/bring-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { fetchContinuousCopy } from './fetch-copy.ts';

export function trialFolder({ workplace }: Pick<CopyTrialPlan, 'workplace'>): string {
  return join(workplace, '.copy-trial');
}

/** Restores the database of the newest copy into a folder that is removed again; throws a sentence where it knows one. */
export async function tryCopyOut(settings: Settings, plan: CopyTrialPlan): Promise<TriedCopy> {
  const folder = trialFolder(plan);
  const copy = join(folder, 'backup');
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { size } = await stat(databasePath(settings.DATABASE_URL));
    await expectRoom(folder, 2 * size);
    const askPassphrase = async () => {
      if (plan.passphrase === null) throw settingsError(SEALED);
      return plan.passphrase;
    };
    const { reachedAt, isCutShort } = await fetchContinuousCopy(plan.place, copy, askPassphrase, { withFiles: false });
    await verifyBackup(copy, folder);
    return { reachedAt, isCutShort, lastOrderAt: findLastOrderIn(join(copy, DATABASE)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SEALED = 'A cópia contínua é cifrada com uma senha que a loja não tem mais.';
