import { setPriority } from 'node:os';
import type { BackupPlan } from '#src/domain/backups/backup-keeper.ts';
import { makeVerifiedBackup } from '../backup/backup-job.ts';
import { type BackupNews, problemOf } from '../backup/backup-news.ts';
import { readOwnSettings } from '../own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';

const LOWEST_OF_ORDINARY = 10;

/** The store's own process starts it, tells it the plan, and hears how it goes; without the store it ends. */
export function runBackupJob(): void {
  makeFilesPrivately();
  setPriority(LOWEST_OF_ORDINARY);
  process.once('disconnect', () => process.exit(1));
  process.once('message', (plan: BackupPlan) => {
    void work(plan).then((news) => tell(news, () => process.exit(0)));
  });
}

async function work(plan: BackupPlan): Promise<BackupNews> {
  try {
    const made = await makeVerifiedBackup(readOwnSettings(process.env), plan, (step) => tell({ kind: 'step', step }));
    return { kind: 'made', made };
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) };
  }
}

function tell(news: BackupNews, then: () => void = () => {}): void {
  process.send?.(news, then);
}
