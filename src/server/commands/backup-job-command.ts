import type { BackupPlan } from '#src/domain/backups/backup-keeper.ts';
import { makeVerifiedBackup } from '../backup/backup-job.ts';
import { type BackupNews, problemOf } from '../backup/backup-news.ts';
import { answerParent } from '../backup/job-process.ts';
import { readOwnSettings } from '../opening/own-settings.ts';

export function runBackupJob(): void {
  answerParent<BackupPlan, BackupNews>(work);
}

async function work(plan: BackupPlan, tell: (news: BackupNews) => void): Promise<BackupNews> {
  try {
    const made = await makeVerifiedBackup(readOwnSettings(process.env), plan, (step) => tell({ kind: 'step', step }));
    return { kind: 'made', made };
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) };
  }
}
