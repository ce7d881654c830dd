import { restoreProblemOf } from '../backup/backup-news.ts';
import { answerParent } from '../backup/job-process.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { workOnCopy } from './copy-job.ts';
import { findCopyKey } from './copy-key.ts';
import type { CopyAsked, CopyNews } from './copy-news.ts';
import { copyProblem } from './copy-problem.ts';
import { tryCopyOut } from './try-copy.ts';

export function runCopyJob(): void {
  answerParent<CopyAsked, CopyNews>(work);
}

async function work(asked: CopyAsked): Promise<CopyNews> {
  try {
    if (asked.kind === 'key') return { kind: 'key', key: await findCopyKey(asked.place, asked.passphrase) };
    const settings = readOwnSettings(process.env);
    if (asked.kind === 'trial') return { kind: 'tried', tried: await tryCopyOut(settings, asked.plan) };
    return { kind: 'done', done: await workOnCopy(settings, asked.job) };
  } catch (error) {
    return { kind: 'failed', problem: asked.kind === 'trial' ? restoreProblemOf(error) : copyProblem(error) };
  }
}
