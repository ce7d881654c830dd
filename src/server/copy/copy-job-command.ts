import { answerParent } from '../backup/job-process.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { workOnCopy } from './copy-job.ts';
import { findCopyKey } from './copy-key.ts';
import type { CopyAsked, CopyNews } from './copy-news.ts';
import { copyProblem } from './copy-problem.ts';

export function runCopyJob(): void {
  answerParent<CopyAsked, CopyNews>(work);
}

async function work(asked: CopyAsked): Promise<CopyNews> {
  try {
    if (asked.kind === 'key') return { kind: 'key', key: await findCopyKey(asked.place, asked.passphrase) };
    return { kind: 'done', done: await workOnCopy(readOwnSettings(process.env), asked.job) };
  } catch (error) {
    return { kind: 'failed', problem: copyProblem(error) };
  }
}
