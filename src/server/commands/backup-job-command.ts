import type { RestoreStep } from '#src/wire/backups/restores.ts';
import { makeVerifiedBackup } from '../backup/backup-job.ts';
import { type JobNews, type JobOrder, problemOf, restoreProblemOf } from '../backup/backup-news.ts';
import { checkRestore } from '../backup/check-restore.ts';
import { answerParent } from '../backup/job-process.ts';
import { readOwnSettings } from '../opening/own-settings.ts';

export function runBackupJob(): void {
  answerParent<JobOrder, JobNews>(work);
}

async function work(order: JobOrder, tell: (news: JobNews) => void): Promise<JobNews> {
  try {
    const settings = readOwnSettings(process.env);
    if (order.work === 'backup') {
      const made = await makeVerifiedBackup(settings, order.plan, (step) => tell({ kind: 'step', step }));
      return { kind: 'made', made };
    }
    const report = (step: RestoreStep) => tell({ kind: 'restore step', step });
    return { kind: 'checked', checked: await checkRestore(settings, order.plan, order.workplace, report) };
  } catch (error) {
    return { kind: 'failed', problem: order.work === 'backup' ? problemOf(error) : restoreProblemOf(error) };
  }
}
